import { setTimeout as sleep } from 'node:timers/promises'

/** Returns a function whose promises resolve one after the other, with at least `everyMs` milliseconds between two of them. */
export function paceOf(everyMs: number): () => Promise<void> {
  let next = performance.now()
  return async () => {
    const wait = Math.max(0, next - performance.now())
    next = performance.now() + wait + everyMs
    await sleep(wait)
  }
}
