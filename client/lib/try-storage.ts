/** What `act` answers, or null where the browser's storage is forbidden, full, or holds something spoiled. */
export function tryStorage<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
