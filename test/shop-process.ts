import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from './harness/client.ts'
import type { Call, Received, Sent } from './harness/client.ts'
import { childEnv, withCheapHashes } from './processes/child-node.ts'
import { settingsOf } from './processes/run-command.ts'
import type { DatabasePlace } from './processes/run-sql.ts'
import { startProgram } from './processes/start-program.ts'
import { instantPayments } from './selling/open-for-customers.ts'

/** A shop in a process of its own. It runs `test/plain-shop.ts`, whose pages contain no scripts and need no build. */
export type ShopProcess = {
  url: string
  child: ChildProcess
  /** Returns the end of what the process has printed so far, including its log. */
  said: () => string
  /** Ends the process with SIGKILL, so that the shop cannot clean up, as in a crash. */
  kill: () => Promise<void>
  /**
   * Sends SIGTERM, which lets the shop finish its requests. Resolves with the exit code when the process has ended. The
   * code is null if a signal ended the process.
   */
  end: () => Promise<number | null>
  /**
   * Sends a request as `ask` of `harness/client.ts` does. Retries for about 20 s while the shop responds with 503. Rejects
   * if the shop cannot be reached.
   */
  ask: <A>(call: Call, sent?: Sent) => Promise<Received<A>>
}

export type ProcessOptions = {
  /**
   * The file descriptor to which the shop writes its log. It needs the setting `PORT`. Without a descriptor, the log
   * can be read from `child.stdout`.
   */
  stdout?: number
  hasCheapHashes?: boolean
}

const script = join(import.meta.dirname, 'plain-shop.ts')

/**
 * Starts a shop on the data in `place` and waits until the shop is open. Throws with the output of the shop if the shop
 * does not open.
 */
export async function startShopProcess(
  place: DatabasePlace,
  settings: Record<string, string> = {},
  { stdout, hasCheapHashes = true }: ProcessOptions = {},
): Promise<ShopProcess> {
  const common = { PORT: '0', DEMO: '0', ...instantPayments(settings) }
  const env = { ...childEnv, ...common, ...settingsOf(place), ...settings }
  const { child, ready, said, end } = await startProgram(
    [process.execPath, ...(hasCheapHashes ? withCheapHashes : []), script],
    { env, stdio: ['ignore', stdout ?? 'pipe', 'pipe'] },
    stdout === undefined
      ? (output) => addressIn(output, env.PORT)
      : () => ifOpen(`http://127.0.0.1:${env.PORT}`),
  )
  return {
    url: ready,
    child,
    said,
    kill: async () => void (await end('SIGKILL')),
    end: () => end('SIGTERM'),
    ask: (call, sent) => askPatiently(ready, call, sent),
  }
}

/**
 * Returns the address of the shop that has printed this output, or undefined until the shop is open. A shop behind a
 * proxy prints the address of the proxy, so `port` is used unless it is 0. Does not ask the port itself, because another
 * program may have taken it.
 */
function addressIn(output: string, port: string): string | undefined {
  const printed = /Open at (\S+)/.exec(output)?.[1]?.replace('localhost', '127.0.0.1')
  return printed && port !== '0' ? `http://127.0.0.1:${port}` : printed
}

async function ifOpen(url: string): Promise<string | null> {
  const response = await fetch(`${url}/readyz`).catch(() => null)
  return response?.ok ? url : null
}

async function askPatiently<A>(url: string, call: Call, sent?: Sent): Promise<Received<A>> {
  for (let tries = 0; ; tries++) {
    const received = await ask<A>({ url }, call, sent)
    if (received.status === 0) throw new Error('The shop cannot be reached.')
    if (received.status !== 503 || tries === 200) return received
    await sleep(100)
  }
}
