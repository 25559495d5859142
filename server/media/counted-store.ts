import type { ImageStore } from './image-store.ts'

/** The number of failed operations of a picture store, by operation. */
export type StoreErrors = { save: number; find: number; delete: number }

/** Returns the picture store, and the number of its operations that have failed, for the metrics. */
export function countedStore(store: ImageStore): { store: ImageStore; errors: StoreErrors } {
  const errors: StoreErrors = { save: 0, find: 0, delete: 0 }
  const counted = <T>(operation: keyof StoreErrors, result: Promise<T>): Promise<T> =>
    result.catch((error: unknown) => {
      errors[operation] += 1
      throw error
    })
  return {
    errors,
    store: {
      origin: store.origin,
      publicUrl: store.publicUrl,
      save: (picture) => counted('save', store.save(picture)),
      find: (name) => counted('find', store.find(name)),
      delete: (id) => counted('delete', store.delete(id)),
    },
  }
}
