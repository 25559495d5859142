/** Loads a thing for whoever needs it first, once; a load that failed is forgotten, and the next who asks tries again. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () => (loading ??= load().catch(forget))

  function forget(error: unknown): never {
    loading = null
    throw error
  }
}
