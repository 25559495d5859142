import { root } from './place.mjs'
import { say, SetupError } from './say.mjs'

/**
 * Runs the work in the project's folder. Prints an expected failure as one sentence.
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
