/** Returns a memoised async loader. A rejected load is not cached, so the next call retries. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () => (loading ??= load().catch(forget))

  function forget(error: unknown): never {
    loading = null
    throw error
  }
}
