import { runStep, steps } from './steps.ts'
import type { StepResult } from './steps.ts'

/** The number of checks that run in parallel. Most checks use little more than one processor core. */
const AT_ONCE = 2

/** Runs all checks. Prints the result of each check when it ends, and the output of a check that failed. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
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
  const passed = results.filter((result) => result.passed).length
  return { passed, failed: results.length - passed }
}

function print({ name, passed, output, ms }: StepResult): void {
  console.log(`${passed ? '✓' : '✗'} ${name} (${(ms / 1_000).toFixed(1)} s)`)
  if (!passed) console.log(output.trimEnd().replaceAll(/^/gm, '  '))
}
