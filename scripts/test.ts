import { runChecks } from './check/run-checks.ts'
import { build, isBuilt } from './setup/build.mjs'
import { orSayWhy } from './setup/or-say-why.mjs'
import { say } from './setup/say.mjs'
import { runBrowserTests, runUnitTests, sayIfHalfIsMissing } from './test/run-tests.ts'
import type { Tally } from './test/run-tests.ts'

/** `npm test` runs everything; `npm run test:unit -- …` and `npm run test:e2e -- …` one part, with its runner's own arguments. */
const [part, ...args] = process.argv.slice(2)

await orSayWhy(async () => {
  const tallies: Tally[] = []
  if (!part) tallies.push(await headed('types, lint, structure, unused code', runChecks))
  if (part !== 'e2e') tallies.push(await headed('unit and HTTP tests', () => runUnitTests(args)))
  if (part !== 'unit') tallies.push(await headed('browser tests', () => inBrowser(args)))
  if (part !== 'e2e') sayIfHalfIsMissing()
  finish(tallies)
})

async function headed(title: string, run: () => Promise<Tally>): Promise<Tally> {
  say(title)
  const started = Date.now()
  const tally = await run()
  say(
    `${title}: ${tally.passed} passed, ${tally.failed} failed in ${Math.round((Date.now() - started) / 1_000)} s`,
  )
  return tally
}

async function inBrowser(more: string[]): Promise<Tally> {
  if (!isBuilt()) await build(process.execPath)
  return runBrowserTests(more)
}

function finish(tallies: Tally[]): void {
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}
