import type { Problem } from '#contract/errors.ts'

/** Ends a write without a trace and tells why. */
export class Refused extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/** Runs a write that may end in a `Refused`; answers its problem then. */
export async function refusing<T>(work: Promise<T>): Promise<T | Problem> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refused) return error.problem
    throw error
  }
}
