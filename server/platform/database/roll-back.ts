import { Problem } from '#contract/errors.ts'

/** Thrown inside a transaction to roll it back. `problem` is the expected failure that caused the rollback. */
class RolledBack extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/**
 * Throws if the result of a transaction's work is a `Problem`, so that the transaction is rolled back. Otherwise
 * returns the result.
 */
export function throwProblem<T>(result: T): T {
  if (result instanceof Problem) throw new RolledBack(result)
  return result
}

/**
 * Waits for a write. If it was rolled back because of a `Problem`, resolves with this problem. Rejects with all other
 * errors.
 */
export async function orProblem<T>(write: Promise<T>): Promise<T> {
  try {
    return await write
  } catch (error) {
    // The cast is safe: the function that was passed to the write has returned this problem, so its type `T` includes
    // it.
    if (error instanceof RolledBack) return error.problem as T
    throw error
  }
}
