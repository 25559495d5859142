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
import { openForCustomers } from '../selling/open-for-customers.ts'

/** One attack on the shop: a program that tries to overload or disturb a running shop. */
export type Attack = {
  /** The name by which `npm run attack -- <name>` selects the attack. */
  name: string
  /** The description of the attack in the printed results. */
  title: string
  /**
   * Starts a shop, attacks it and returns the measured values. Every attack sends a limited number of requests and
   * ends after a limited time.
   */
  run: (ground: Ground) => Promise<Figure[]>
}

/** One measured value of an attack. If `held` is false, the shop did not withstand the attack, and `npm test` fails. */
export type Figure = { what: string; value: number; unit: string; held: boolean }

/** What an attack gets when it is run: its size, and a function that starts a shop to attack. */
export type Ground = {
  /**
   * `short` takes seconds and is part of `npm test`. `full` uses larger numbers and is the default of `npm run attack`.
   */
  size: 'short' | 'full'
  /**
   * Starts a shop with an empty data folder from the code that is attacked. `stopAll` of `groundFor` ends the shop and
   * removes the folder. If `stdout` is given, the shop writes its log to that file descriptor, and the attack cannot
   * read the log.
   */
  start: (settings?: Record<string, string>, stdout?: number) => Promise<AttackedShop>
}

export type AttackedShop = {
  url: string
  dataDir: string
  process: ChildProcess
  /** The resident memory of the shop's process in MB, read from `/proc`. */
  residentMb: () => number
  /** The largest resident memory that the shop's process has had so far, in MB. */
  peakMb: () => number
  /** Returns whether the shop's process is still running. */
  isAlive: () => boolean
}

/** The root folder of the Git checkout that contains this file. */
export const thisCheckout = join(import.meta.dirname, '../..')

/**
 * Returns the size of an attack, and functions that start and stop shops from the code in the folder `checkout`. This
 * may be the code of another commit. The shops run `test/plain-shop.ts`, which needs no build. Call `stopAll` at the
 * end.
 */
export function groundFor(checkout: string, size: Ground['size']): Ground & { stopAll: () => Promise<void> } {
  const started: AttackedShop[] = []
  return {
    size,
    start: async (settings = {}, stdout) => {
      // With port 0 the system chooses a free port, and the shop prints it. If the output cannot be read, a free port
      // is chosen here instead.
      const port = stdout === undefined ? 0 : await freePort()
      const shop = startShop(checkout, { PORT: String(port), ...settings }, stdout)
      started.push(shop)
      shop.url = await (stdout === undefined ? untilOpen(shop.process) : untilServing(shop))
      await openForCustomers(shop)
      return shop
    },
    stopAll: async () => {
      for (const shop of started.splice(0)) await stop(shop)
    },
  }
}

/**
 * Starts the process of a shop without waiting until the shop is open. The port in `url` is the one from `settings`.
 * If that is 0, the real port is known only when the shop is open.
 */
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
  // cast: `address()` returns an `AddressInfo` for a server that listens on a TCP port.
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}

/**
 * Polls the health check until the shop responds with 200. This is for shops whose output cannot be read. Throws if
 * the process ends first.
 */
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
