import { vi } from 'vitest'

/** Gives a test an empty local storage of its own; `vi.unstubAllGlobals()` takes it away. */
export function stubStorage(): void {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
}
