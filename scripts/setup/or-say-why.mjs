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
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    if (!(error instanceof SetupError) && !isFull) throw error
    say(
      isFull ? `There is no space left on the disk for ${root}. Free some, then start again.` : error.message,
    )
    process.exitCode = 1
  }
}
