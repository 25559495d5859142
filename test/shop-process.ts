import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { shopOrigin } from './calls.ts'
import type { Store } from './stores.ts'

/** A shop in a process of its own on a store, with plain pages. */
export type ShopProcess = {
  url: string
  pid: number
  /** Everything that it has printed so far, its log included. */
  said: () => string
  /** `kill -9`, as a power cut would. */
  kill: () => Promise<void>
  /** Resolves with the exit code when it has ended, by itself or not. */
  ended: Promise<number | null>
  /** Asks it to close; resolves with the exit code. */
  end: () => Promise<number | null>
  /** Calls it over HTTP, JSON in and out, again when the machine is too busy just now; rejects when it is gone. */
  ask: <A>(
    path: string,
    asked?: { method?: string; body?: object; headers?: Record<string, string> },
  ) => Promise<{ status: number; headers: Headers; answer: A }>
}

const script = join(import.meta.dirname, 'plain-shop.ts')

/** Starts a shop on the store; throws what it said when it does not open. */
export async function startShopProcess(
  store: Store,
  settings: Record<string, string> = {},
): Promise<ShopProcess> {
  const place = { DATA_DIR: store.dataDir, ...(store.databaseUrl && { DATABASE_URL: store.databaseUrl }) }
  const env = { PATH: process.env['PATH'], PORT: '0', DEMO: '0', ...place, ...settings }
  const child = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const ended = once(child, 'close').then(() => child.exitCode)
  const url = await untilOpen(child)
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await ended
    }
    return child.exitCode
  }
  return {
    url,
    pid: Number(child.pid),
    said: () => said,
    ended,
    kill: async () => void (await end('SIGKILL')),
    end: () => end('SIGTERM'),
    ask: (path, asked = {}) => ask(`${url}${path}`, asked),
  }
}

async function untilOpen(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let words = ''
  const listen = (chunk: Buffer) => {
    words = (words + chunk).slice(-4000)
    const [, url] = /Open at (\S+)/.exec(words) ?? []
    if (url) resolve(url.replace('localhost', '127.0.0.1'))
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  child.once('exit', () => reject(new Error(`The shop did not open: ${words}`)))
  return promise
}

async function ask<A>(
  url: string,
  {
    method = 'GET',
    body,
    headers = {},
  }: { method?: string; body?: object; headers?: Record<string, string> },
) {
  const origin = shopOrigin.replace('localhost:3000', new URL(url).host)
  const type = body ? { 'content-type': 'application/json' } : {}
  let response = await send()
  for (let tries = 0; response.status === 503 && tries < 200; tries++) {
    await sleep(100)
    response = await send()
  }
  // The caller names the shape that the contract gives this path.
  return { status: response.status, headers: response.headers, answer: (await response.json()) as A }

  function send(): Promise<Response> {
    return fetch(url, {
      method,
      headers: { origin, ...type, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}
