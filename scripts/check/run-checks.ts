import { runStep, steps } from './steps.ts'
import type { Outcome } from './steps.ts'

/** The number of checks that run in parallel. Most of them use little more than one core. */
const AT_ONCE = 2

/** Runs all checks. Prints the result of each when it ends, and the output of those that failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const waiting = [...steps]
  const outcomes: Outcome[] = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(step)
      tell(outcome)
      outcomes.push(outcome)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const passed = outcomes.filter((outcome) => outcome.passed).length
  return { passed, failed: outcomes.length - passed }
}

function tell({ name, passed, words, ms }: Outcome): void {
  console.log(`${passed ? '✓' : '✗'} ${name} (${(ms / 1_000).toFixed(1)} s)`)
  if (!passed) console.log(words.trimEnd().replaceAll(/^/gm, '  '))
}
