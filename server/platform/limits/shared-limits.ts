import type { Counted, Limits } from '../http/rate-limits.ts'

/**
 * Rate limits that protect accounts. If several server instances use one database, they share these limits, so that a
 * client gets no more tries by using several instances. Every implementation must pass the tests in
 * `shared-limits.test.ts`. All methods reject if the limits cannot be read or written.
 */
export type SharedLimits = {
  /** Takes a token of each key in the list. Takes none and returns false if one of the keys has no token left. */
  takeAll: (counted: Counted[]) => Promise<boolean>
  giveAllBack: (counted: Counted[]) => Promise<void>
  /** Returns the milliseconds until all keys in the list have a token, or 0 if they have one now. */
  waitForAll: (counted: Counted[]) => Promise<number>
}

/** Returns limits in the memory of this process, for a shop of which only one process can run. */
export function limitsInMemory(limits: Limits): SharedLimits {
  return {
    takeAll: async (counted) => limits.takeAll(counted),
    giveAllBack: async (counted) => limits.giveAllBack(counted),
    waitForAll: async (counted) => limits.waitForAll(counted),
  }
}
