import { root } from './place.mjs'
import { say, SetupError } from './say.mjs'

/**
 * Does the work from our own folder; what went wrong in a way that we know is told in one sentence.
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
