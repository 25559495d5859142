import { root } from './place.mjs'
import { say, SetupError } from './say.mjs'

/**
 * Runs the work with the project's folder as the working directory. Prints an expected failure as a message without a
 * stack trace.
 * @param {() => Promise<void>} work
 */
export async function orSayWhy(work) {
  try {
    process.chdir(root)
    await work()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
