// `npm run bench` measures what must stay fast, and prints each figure with its floor. It fails if a figure is below its
// floor. `-- WORD …` selects the figures whose names contain one of the words. `--short` is for CI: it takes fewer and
// shorter measurements, without searches, pages and PostgreSQL unless they are named, and fails only if a figure is less
// than half as good as its floor twice in a row.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createDatabase } from '../test/postgres/create-database.ts'
import { makeReal, makeShop, moveToPostgres } from './bench-shop.ts'
import { calls, carts, checkout, orders } from './calls.ts'
import { lineOf, printLines } from './figures.ts'
import type { Figure, Line } from './figures.ts'
import { isPostgresInstalled, startDurablePostgres } from './limits.ts'
import { measureCalls, measureGrowth } from './measure-calls.ts'
import { measureSearch } from './measure-search.ts'
import { measureOwnPage, measurePages } from './measure-page.ts'
import { shopProgram, startProcess, allowCores } from './processes.ts'

const FULL = { lines: 1_000_000, rounds: 3, warmUpSeconds: 3, slices: 3, seconds: 1 }
const SHORT = { lines: 30_000, rounds: 1, warmUpSeconds: 0.7, slices: 2, seconds: 0.7 }
const STARTS = 16
const ON_POSTGRES = [
  { ...orders, name: 'POST /api/orders on PostgreSQL', floor: 0.3 },
  { ...carts, name: 'GET /api/myCarts on PostgreSQL', floor: 0.15 },
]

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' } },
})
const pace = options.short ? SHORT : FULL
const folder = mkdtempSync(join(tmpdir(), 'crema-bench-'))
const failed: string[] = []

allowCores('1-63')
try {
  console.log(`Making a demo shop with ${pace.lines.toLocaleString('en')} lines …`)
  const large = await makeShop(join(folder, 'large'), pace.lines)
  console.log('| figure | ours | limit | unit | ratio | floor | |\n|---|---|---|---|---|---|---|')
  await show(['start'], () => measureStart(large.env))
  // Growth comes before the calls, which add a very large number of orders on a single day.
  if (!options.short)
    await show(['growth'], async () => measureGrowth(await makeShop(join(folder, 'small'), 1000), large))
  const chosen = isWanted('memory') ? calls : calls.filter(({ name }) => isWanted(name))
  await show(['memory', ...calls.map(({ name }) => name)], async () =>
    Object.values(await measureCalls(large, chosen, pace)).flat(),
  )
  if (!options.short || words.length > 0) {
    await show(['search'], () => measureSearch(large, pace))
    await show(['page', 'Lighthouse', 'LCP', 'script'], () => measurePages(large, pace.rounds))
    await show(['page', 'own', 'Lighthouse', 'LCP'], () => measureOwnPage(join(folder, 'own'), pace.rounds))
    await show(['PostgreSQL'], measurePostgres)
  }
  await show(
    [checkout.name],
    async () => (await measureCalls(await makeReal(large), [checkout], pace)).throughput,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(failed.length === 0 ? 'Nothing is below its floor.' : `Below the floor: ${failed.join('; ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

/** Measures the time from starting a built shop with data, as `npm start` does, to its first response. */
async function measureStart(env: NodeJS.ProcessEnv): Promise<Figure[]> {
  const times: number[] = []
  while (times.length < STARTS) {
    const started = performance.now()
    const { url, close } = await startProcess(shopProgram, env)
    await (await fetch(url)).arrayBuffer()
    times.push(performance.now() - started)
    await close()
  }
  // The first start is not counted. It fills Node's cache of compiled code.
  return [{ name: 'start to first answer', unit: 'ms', ours: times.slice(1), atMost: 500 }]
}

async function measurePostgres(): Promise<Figure[]> {
  if (!isPostgresInstalled) return []
  const server = await startDurablePostgres()
  try {
    const { url } = await createDatabase(server.url)
    const made = await makeShop(mkdtempSync(join(folder, 'sqlite-')), SHORT.lines)
    const moved = await moveToPostgres(made, mkdtempSync(join(folder, 'postgres-')), url)
    return (await measureCalls(moved, ON_POSTGRES, pace)).throughput
  } finally {
    await server.stop()
  }
}

function isWanted(name: string): boolean {
  return words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()))
}

/**
 * Takes a measurement, if a figure that it is named after is wanted, and prints its figures. With `--short`, it is
 * repeated if a figure is far below its floor, because other work on the machine may have disturbed it.
 */
async function show(names: string[], measure: () => Promise<Figure[]>): Promise<void> {
  if (!names.some(isWanted)) return
  let lines = (await measure()).map(lineOf)
  if (options.short && lines.some(({ isFarOff }) => isFarOff)) lines = (await measure()).map(lineOf)
  printLines(lines)
  const isBad = ({ isMet, isFarOff }: Line) => (options.short ? isFarOff : !isMet)
  failed.push(...lines.filter(isBad).map(({ name }) => name))
}
