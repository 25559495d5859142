import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** One attack on a running shop, made over the network as a stranger would make it. */
export type Attack = {
  /** What `npm run attack -- <name>` selects it by. */
  name: string
  /** What the attacker does, for the table. */
  title: string
  /** Attacks a shop of its own and returns what was measured. It must stop by itself: bounded in requests and time. */
  run: (ground: Ground) => Promise<Figure[]>
}

/** One measured figure. `held` is false when the attack got through: `npm test` then fails. */
export type Figure = { what: string; value: number; unit: string; held: boolean }

/** What an attack works with: a checkout to start shops from, and how long it may take. */
export type Ground = {
  /** `short` runs within seconds as part of `npm test`; `full` uses the numbers of the original report. */
  size: 'short' | 'full'
  /**
   * Starts a shop of the attacked checkout on an empty folder; `stopAll` ends it and removes its folder. With `stdout`,
   * a file descriptor, it logs there instead of to `process.stdout`.
   */
  start: (settings?: Record<string, string>, stdout?: number) => Promise<AttackedShop>
}

export type AttackedShop = {
  url: string
  dataDir: string
  process: ChildProcess
  /** Resident memory of the process in MB, from `/proc`. */
  residentMb: () => number
  /** The most that it was so far. */
  peakMb: () => number
  /** True until the process has ended. */
  isAlive: () => boolean
}

/** The checkout that this file is part of. */
export const thisCheckout = join(import.meta.dirname, '../..')

/**
 * A ground whose shops run from the given checkout, so that the same attacks can be made on the code of another
 * commit. Shops run `test/plain-shop.ts`, which needs no build. Call `stopAll` at the end.
 */
export function groundFor(checkout: string, size: Ground['size']): Ground & { stopAll: () => Promise<void> } {
  const started: AttackedShop[] = []
  return {
    size,
    start: async (settings = {}, stdout) => {
      // A shop whose output cannot be read cannot tell which port the system chose for it.
      const port = stdout === undefined ? 0 : await freePort()
      const shop = startShop(checkout, { PORT: String(port), ...settings }, stdout)
      started.push(shop)
      shop.url = await (stdout === undefined ? untilNamed(shop.process) : untilServing(shop))
      return shop
    },
    stopAll: async () => {
      for (const shop of started.splice(0)) await stop(shop)
    },
  }
}

/** Its `url` is only right once it is open. */
function startShop(
  checkout: string,
  settings: Record<string, string>,
  stdout: number | undefined,
): AttackedShop {
  const dataDir = mkdtempSync(join(tmpdir(), 'crema-attack-'))
  const env = { PATH: process.env['PATH'], DEMO: '0', DATA_DIR: dataDir, ...settings }
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

/** Reads the output until the shop names its address, then lets the rest of it run off unread but not held up. */
async function untilNamed(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let output = ''
  const listen = (chunk: Buffer) => {
    output = (output + chunk).slice(-4000)
    const [, url] = /Open at (\S+)/.exec(output) ?? []
    if (url) resolve(url.replace('localhost', '127.0.0.1'))
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  child.once('exit', () => reject(new Error(`The shop did not open: ${output}`)))
  return promise
}

/** For a shop whose output cannot be read: asks at its port until it answers. Throws if the shop ends. */
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
