import { Problem } from '#contract/errors.ts'

/** Thrown inside a transaction to roll it back. */
class RolledBack extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/** Returns the result of a write's work, or throws so that the transaction is rolled back if the result is a `Problem`. */
export function throwProblem<T>(result: T): T {
  if (result instanceof Problem) throw new RolledBack(result)
  return result
}

/** Resolves with the problem because of which a transaction was rolled back. All other errors pass. */
export async function orProblem<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    // The work returned this problem, so `T` includes it.
    if (error instanceof RolledBack) return error.problem as T
    throw error
  }
}
