/** Returns the result of `act`, or null if the browser's storage is forbidden, full or holds an unreadable value. */
export function tryStorage<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
