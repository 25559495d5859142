import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { giveAllCores, shopProgram, startProcess } from './bench-process.ts'
import type { Figure } from './figures.ts'
import { mixedLoad } from './stall-figure-load.ts'
import type { MixedLoad } from './stall-figure-load.ts'

const SECONDS = 5
/** The longest of anything varies: the middle one of so many rounds. */
const ROUNDS = 11
const GOAL_MS = 20

type Setting = Omit<MixedLoad, 'port' | 'seconds'> & { env: NodeJS.ProcessEnv }

/**
 * The longest stall of the shop's event loop in each round, in milliseconds, while shoppers shop and a dashboard is
 * open. Starts a shop of its own with `env`, whose folder has to be a demo shop's that is closed.
 */
export async function measureStalls({ env, ...who }: Setting): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'crema-stalls-'))
  const file = join(folder, 'longest')
  const shop = await startProcess(['--import', './bench/shop/stall-figure-watch.ts', ...shopProgram], {
    ...env,
    STALLS_FILE: file,
  })
  // What another thread is for: on one core it would only take turns with the event loop.
  giveAllCores(shop.pid)
  const ours: number[] = []
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      await longestStall(shop.pid, file)
      await mixedLoad({ ...who, port: shop.port, seconds: SECONDS })
      const longest = await longestStall(shop.pid, file)
      // The first round warms everything up.
      if (round > 0) ours.push(longest)
    }
  } finally {
    await shop.close()
    rmSync(folder, { recursive: true })
  }
  return {
    name: 'longest stall, mixed load, dashboard open',
    unit: 'ms',
    ours,
    goal: GOAL_MS,
    better: 'less',
  }
}

/** Milliseconds since this was last asked for. */
async function longestStall(pid: number, file: string): Promise<number> {
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(file)) await setTimeout(10)
  return Number(readFileSync(file, 'utf8'))
}
