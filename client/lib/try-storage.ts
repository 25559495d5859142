/**
 * Runs `act`, which reads or writes the browser's storage, and returns its result. Returns null if `act` throws
 * because the storage is blocked, full or contains an unreadable value.
 */
export function tryStorage<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
