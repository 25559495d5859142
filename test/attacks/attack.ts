import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { untilOpen } from '../processes/until-open.ts'
import { childEnv } from '../processes/child-node.ts'

/** One attack on a running shop. It uses nothing but the network. */
export type Attack = {
  /** What `npm run attack -- <name>` selects it by. */
  name: string
  /** A description of the attack for the printed table. */
  title: string
  /** Starts a shop, attacks it and returns the measured figures. The number of requests and the time are bounded. */
  run: (ground: Ground) => Promise<Figure[]>
}

/** One measured figure. If `held` is false, the shop did not withstand the attack, and `npm test` fails. */
export type Figure = { what: string; value: number; unit: string; held: boolean }

/** The environment of an attack: its size and a function that starts shops. */
export type Ground = {
  /** `short` takes seconds and is part of `npm test`. `full` uses the numbers of the original report. */
  size: 'short' | 'full'
  /**
   * Starts a shop from the attacked checkout in an empty folder. `stopAll` ends it and removes the folder. If `stdout`
   * is given, the shop logs to that file descriptor, and its output cannot be read here.
   */
  start: (settings?: Record<string, string>, stdout?: number) => Promise<AttackedShop>
}

export type AttackedShop = {
  url: string
  dataDir: string
  process: ChildProcess
  /** Resident memory of the process in MB, from `/proc`. */
  residentMb: () => number
  /** The largest value of `residentMb` so far. */
  peakMb: () => number
  /** Returns whether the process still runs. */
  isAlive: () => boolean
}

/** The root folder of the checkout that contains this file. */
export const thisCheckout = join(import.meta.dirname, '../..')

/**
 * Returns an environment whose shops run from the given checkout, so that the same attacks can be made on the code of
 * another commit. The shops run `test/plain-shop.ts`, which needs no build. Call `stopAll` at the end.
 */
export function groundFor(checkout: string, size: Ground['size']): Ground & { stopAll: () => Promise<void> } {
  const started: AttackedShop[] = []
  return {
    size,
    start: async (settings = {}, stdout) => {
      // The port that the system chooses could only be read from the output.
      const port = stdout === undefined ? 0 : await freePort()
      const shop = startShop(checkout, { PORT: String(port), ...settings }, stdout)
      started.push(shop)
      shop.url = await (stdout === undefined ? untilOpen(shop.process) : untilServing(shop))
      return shop
    },
    stopAll: async () => {
      for (const shop of started.splice(0)) await stop(shop)
    },
  }
}

/** `url` is a guess until the shop is open. */
function startShop(
  checkout: string,
  settings: Record<string, string>,
  stdout: number | undefined,
): AttackedShop {
  const dataDir = mkdtempSync(join(tmpdir(), 'crema-attack-'))
  const env = { ...childEnv, DEMO: '0', DATA_DIR: dataDir, ...settings }
  const child = spawn(process.execPath, [join(checkout, 'test/plain-shop.ts')], {
    cwd: checkout,
    env,
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  })
  return {
    url: `http://127.0.0.1:${settings['PORT']}`,
    dataDir,
    process: child,
    residentMb: () => memoryOf(child, 'VmRSS'),
    peakMb: () => memoryOf(child, 'VmHWM'),
    isAlive: () => child.exitCode === null && child.signalCode === null,
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/** Polls the health check of a shop whose output cannot be read until it responds. Throws if the process ends. */
async function untilServing({ url, isAlive }: AttackedShop): Promise<string> {
  while (isAlive()) {
    const status = await fetch(`${url}/healthz`).then(
      (response) => response.status,
      () => 0,
    )
    if (status === 200) return url
    await sleep(50)
  }
  throw new Error('The shop did not open.')
}

function memoryOf(child: ChildProcess, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
}

async function stop({ process: child, dataDir }: AttackedShop): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  rmSync(dataDir, { recursive: true, force: true })
}
