import { runChecks } from './check/run-checks.ts'
import { build, isBuilt } from './setup/build.mjs'
import { orSayWhy } from './setup/or-say-why.mjs'
import { say } from './setup/say.mjs'
import { runBrowserTests, runUnitTests, warnIfPostgresIsMissing } from './test/run-tests.ts'
import type { Tally } from './test/tally.ts'

/**
 * `npm test` runs the checks, the unit tests and the browser tests. `npm run test:unit -- …` and
 * `npm run test:e2e -- …` run only one of these parts, and pass their arguments on to its test runner.
 */
const [only, ...args] = process.argv.slice(2)

type Part = { name: string; title: string; run: () => Promise<Tally> }

const parts: Part[] = [
  { name: 'check', title: 'types, lint, structure, unused code', run: runChecks },
  { name: 'unit', title: 'unit and HTTP tests', run: () => runUnitTests(args) },
  { name: 'e2e', title: 'browser tests', run: () => inBrowser(args) },
]

await orSayWhy(async () => {
  const chosen = parts.filter(({ name }) => !only || name === only)
  const tallies: Tally[] = []
  for (const [index, part] of chosen.entries())
    tallies.push(await runPart(part, `part ${index + 1} of ${chosen.length}`))
  if (only !== 'e2e') warnIfPostgresIsMissing()
  finish(tallies)
})

/** Runs one part of the tests. Prints a line when the part starts, and a line with its result when it ends. */
async function runPart({ title, run }: Part, position: string): Promise<Tally> {
  say(`${position}: ${title}`)
  const started = Date.now()
  const tally = await run()
  const seconds = Math.round((Date.now() - started) / 1_000)
  say(`${position}: ${title}: ${tally.passed} passed, ${tally.failed} failed in ${seconds} s`)
  return tally
}

async function inBrowser(runnerArguments: string[]): Promise<Tally> {
  if (!isBuilt()) await build(process.execPath)
  return runBrowserTests(runnerArguments)
}

/** Prints the names of the tests that failed, also of those that passed when they were repeated, and the sums. */
function finish(tallies: Tally[]): void {
  for (const name of tallies.flatMap(({ retried }) => retried))
    say(`failed, and passed at the second try: ${name}`)
  for (const name of tallies.flatMap(({ failures }) => failures)) say(`FAILED: ${name}`)
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
