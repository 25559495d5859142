import { runStep, steps } from './steps.ts'
import type { StepResult } from './steps.ts'
import type { Tally } from '../test/tally.ts'

/** The number of checks that run in parallel. Most checks use little more than one processor core. */
const AT_ONCE = 2

/** Runs all checks. Prints the result of each check when it ends, and the output of a check that failed. */
export async function runChecks(): Promise<Tally> {
  const waiting = [...steps]
  const results: StepResult[] = []
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step)
      print(result)
      results.push(result)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  const failures = results.filter(({ passed }) => !passed).map(({ name }) => name)
  return { passed: results.length - failures.length, failed: failures.length, failures, retried: [] }
}

function print({ name, passed, output, ms }: StepResult): void {
  console.log(`${passed ? '✓' : '✗'} ${name} (${(ms / 1_000).toFixed(1)} s)`)
  if (!passed) console.log(output.trimEnd().replaceAll(/^/gm, '  '))
}
