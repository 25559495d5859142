import { setTimeout as sleep } from 'node:timers/promises'

/** Returns a function whose promises resolve one after the other, with at least `everyMs` milliseconds between two of them. */
export function paceOf(everyMs: number): () => Promise<void> {
  let next = Promise.resolve()
  return () => {
    const turn = next
    next = turn.then(() => sleep(everyMs))
    return turn
  }
}
