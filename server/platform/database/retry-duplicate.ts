import { isDuplicate } from './database-errors.ts'

/**
 * Runs a write, and once more if a unique index refused a row of it, because another request has inserted this row at the
 * same moment. The second try finds the row.
 */
export async function retryDuplicate<T>(write: () => Promise<T>): Promise<T> {
  return write().catch((error: unknown) => {
    if (isDuplicate(error)) return write()
    throw error
  })
}
