// `npm run bench`: every figure, beside its limit where there is one, in one run, with the server on one core and the
// load on another. `npm run bench -- NAME` measures those whose name has it; `--json` prints the lines as JSON as well;
// `--short` measures less and shorter, for CI.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { allCalls, busyCalls } from '../figures/call-figures.ts'
import { measureGrowth } from '../figures/growth-figures.ts'
import { measureMemory } from '../figures/memory-figures.ts'
import { measureStart } from '../figures/start-figure.ts'
import { makeShop } from './bench-data.ts'
import type { Made } from './bench-data.ts'
import { shopProgram, startProcess, stayOffTheFirstCore } from './bench-process.ts'
import { closeTable, isFarOff, openTable, overRounds, report, say, sayRound, wants } from './figures.ts'
import type { Figure } from './figures.ts'
import { FULL, SHORT } from './pace.ts'
import { pageMeasurements } from './page-figures.ts'
import { setStage } from './stage.ts'
import type { Stage } from './stage.ts'
import { measureStalls } from './stall-figure.ts'

const REST_MS = 2000
const short = process.argv.includes('--short')
const pace = short ? SHORT : FULL
const rows = short ? 30_000 : 1_000_000
const folder = mkdtempSync(join(tmpdir(), 'crema-bench-'))

stayOffTheFirstCore()
try {
  say(`Making a demo shop with 1,000 shoppers and ${rows.toLocaleString('en')} ordered products …`)
  const large = await makeShop(join(folder, 'large'), rows)
  openTable()
  await measureAll(large)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
closeTable()

async function measureAll(large: Made): Promise<void> {
  if (wants('start')) await show(() => measureStart(large.env, pace.rounds))
  // Before the writes: they leave a day behind that sold more than any other.
  if (wants('growth') && !short) {
    const small = await makeShop(join(folder, 'small'), 1000)
    await show(() => measureGrowth({ small, large }))
  }
  if (wants('stall') && !short)
    await show(async () => [await measureStalls({ ...large, shoppers: (await large.signIn()).crowd })])
  const inOpenShop = [...allCalls, ...pageMeasurements, { name: 'memory' }]
  if (inOpenShop.some(({ name }) => wants(name))) await measureOpenShops(large)
}

/** The calls in one shop for each round, then what is measured once in the last of these. */
async function measureOpenShops(large: Made): Promise<void> {
  const before: Figure[][] = []
  for (let round = 1; round < pace.rounds; round++)
    await withOpenShop(large, async (stage) => void before.push(await measureCalls(stage)))
  await withOpenShop(large, async (stage) => {
    await show(async () => overRounds([...before, await measureCalls(stage)]))
    if (!short) await measureOnce(stage)
  })
}

async function measureCalls(stage: Stage): Promise<Figure[]> {
  const found: Figure[] = []
  for (const { name, measure } of allCalls) {
    if (!wants(name)) continue
    const figures = await measure(stage)
    for (const figure of figures) sayRound(figure)
    found.push(...figures)
  }
  return found
}

async function measureOnce(stage: Stage): Promise<void> {
  if (wants('memory')) await show(() => measureMemory(stage, busyCalls))
  for (const { name, measure } of pageMeasurements)
    if (wants(name)) await show(async () => measure(stage.origin, pace.rounds))
}

async function withOpenShop(made: Made, work: (stage: Stage) => Promise<void>): Promise<void> {
  const shop = await startProcess(shopProgram, made.env)
  try {
    await setTimeout(REST_MS)
    const idleMb = shop.residentMb()
    await work(await setStage({ ...(await made.signIn()), product: made.product, shop, pace, idleMb }))
  } finally {
    await shop.close()
  }
}

/** Machines are noisy: in the short form only what is far off twice in a row is a failure. */
async function show(measure: () => Promise<Figure[]>): Promise<void> {
  const found = await measure()
  const far = short ? found.filter(isFarOff).map(({ name }) => name) : []
  if (far.length === 0) return report(found)
  const again = await measure()
  report(again)
  const failed = again.filter((figure) => far.includes(figure.name) && isFarOff(figure))
  if (failed.length === 0) return
  say(`Less than half of the goal, twice: ${failed.map(({ name }) => name).join('; ')}`)
  process.exitCode = 1
}
