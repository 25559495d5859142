import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { shopOrigin } from './calls.ts'
import type { Store } from './stores.ts'
import { childEnv, withCheapHashes } from './processes/child-node.ts'
import { settingsOf } from './processes/run-command.ts'
import { startProgram } from './processes/start-program.ts'
import { instantPayments } from './selling/open-for-customers.ts'

/**
 * A shop in a process of its own, on the data of a test. Its pages contain no scripts, and its password hashes are
 * cheap.
 */
export type ShopProcess = {
  url: string
  pid: number
  /** Returns the end of what the process has printed so far, including its log. */
  said: () => string
  /** Ends the process with SIGKILL, so that the shop cannot clean up, as in a crash. */
  kill: () => Promise<void>
  /**
   * Resolves with the exit code when the process has ended for any reason. The code is null if a signal ended the
   * process.
   */
  ended: Promise<number | null>
  /** Sends SIGTERM. Resolves with the exit code when the process has ended. */
  end: () => Promise<number | null>
  /**
   * Sends a JSON request and returns the response. Retries for about 20 s while the shop responds with 503. Rejects if
   * the shop cannot be reached.
   */
  ask: <A>(
    path: string,
    asked?: { method?: string; body?: object; headers?: Record<string, string> },
  ) => Promise<{ status: number; headers: Headers; answer: A }>
}

const script = join(import.meta.dirname, 'plain-shop.ts')

/**
 * Starts a shop on the data in `store` and waits until the shop is open. Throws with the output of the shop if the
 * shop does not open.
 */
export async function startShopProcess(
  store: Store,
  settings: Record<string, string> = {},
): Promise<ShopProcess> {
  const env = {
    ...childEnv,
    PORT: '0',
    DEMO: '0',
    ...instantPayments(settings),
    ...settingsOf(store),
    ...settings,
  }
  const { child, ready, said, ended, end } = await startProgram(
    [process.execPath, ...withCheapHashes, script],
    { env },
    (output) => /Open at (\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1'),
  )
  return {
    url: ready,
    pid: Number(child.pid),
    said,
    ended,
    kill: async () => void (await end('SIGKILL')),
    end: () => end('SIGTERM'),
    ask: (path, asked = {}) => ask(ready + path, asked),
  }
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
  // cast: the caller names the type that the API contract gives the response of this path.
  return { status: response.status, headers: response.headers, answer: (await response.json()) as A }

  function send(): Promise<Response> {
    return fetch(url, {
      method,
      headers: { origin, ...type, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
  }
}
