// `npm run bench` takes all measurements and prints a table. Most figures are compared with a limit: the figure of a
// simpler program on the same machine. `-- WORD …` selects the measurements whose names contain one of the words, and
// `--json` also prints the table as JSON. `--short` is for CI: it takes fewer and shorter measurements, and fails only
// if a figure is less than half as good as its goal twice in a row. It leaves out pages and PostgreSQL unless they are
// named.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCalls, measureCheckout } from './calls/measure-calls.ts'
import { checkoutCall, timedCalls } from './calls/timed-calls.ts'
import { lineOf, printHeadings, printLine } from './figures.ts'
import type { Figure, Line } from './figures.ts'
import { measureGrowth } from './growth/measure-growth.ts'
import { measureStart } from './measure-start.ts'
import { otherMeasurements } from './other-measurements.ts'
import { offFirstCore } from './processes.ts'
import { makeShop } from './shop/bench-shop.ts'
import type { BenchShop } from './shop/bench-shop.ts'
import { measureStalls } from './stall/measure-stalls.ts'

const FULL = { lines: 1_000_000, rounds: 3, warmUpSeconds: 4, slices: 3, seconds: 1 }
const SHORT = { lines: 30_000, rounds: 1, warmUpSeconds: 0.7, slices: 2, seconds: 0.7 }

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, json: { type: 'boolean' } },
})
const pace = options.short ? SHORT : FULL
const folder = mkdtempSync(join(tmpdir(), 'crema-bench-'))
const lines: Line[] = []

offFirstCore()
try {
  const isAlone = words.length > 0 && words.every((word) => ['postgres', 'session'].includes(word))
  // The measurements with PostgreSQL make a shop of their own.
  const count = isAlone ? 1000 : pace.lines
  console.log(`Making a demo shop with ${count.toLocaleString('en')} lines …`)
  const large = await makeShop(join(folder, 'large'), count)
  printHeadings()
  await show('start', () => measureStart(large, pace.rounds))
  if (!options.short) await showBeforeCalls(large)
  const calls = timedCalls.filter(({ name }) => isWanted(name))
  for (const { name } of calls.slice(0, 1)) await show(name, () => measureCalls(large, calls, pace))
  await show(checkoutCall.name, () => measureCheckout(folder, pace))
  const others = options.short && words.length === 0 ? [] : otherMeasurements(large, folder, pace.rounds)
  for (const { name, measure } of others) await show(name, measure)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const missed = lines.filter(({ isMet }) => !isMet).map(({ name }) => name)
console.log(missed.length === 0 ? 'All goals are met.' : `Missed: ${missed.join('; ')}`)
if (options.json) console.log(JSON.stringify(lines, null, 2))

/**
 * Takes the measurements that must come before the throughput of API calls is measured. Measuring the throughput adds a
 * very large number of orders on a single day, which would change the results of the measurements here.
 */
async function showBeforeCalls(large: BenchShop): Promise<void> {
  await show('growth', async () => measureGrowth(await makeShop(join(folder, 'small'), 1000), large))
  await show('stall', () => measureStalls(large))
}

function isWanted(name: string): boolean {
  return words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()))
}

/**
 * Takes a measurement and prints its part of the table. With `--short`, a measurement is repeated if a figure is far
 * from its goal, because other work on the machine may have disturbed it.
 */
async function show(name: string, measure: () => Promise<Figure[]>): Promise<void> {
  if (!isWanted(name)) return
  const first = (await measure()).map(lineOf)
  const farOff = first.filter(({ isFarOff }) => options.short && isFarOff)
  const shown = farOff.length > 0 ? (await measure()).map(lineOf) : first
  for (const line of shown) printLine(line)
  lines.push(...shown)
  const failed = shown.filter((line) => line.isFarOff && farOff.some((other) => other.name === line.name))
  if (failed.length === 0) return
  console.log(`Less than half of the goal, twice: ${failed.map((line) => line.name).join('; ')}`)
  process.exitCode = 1
}
