import { spawn } from 'node:child_process'
import type { ChildProcess, SpawnOptions } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

const TIMEOUT_MS = 120_000

/** How much of the output of a program that is ready is kept, in characters, because a log may be long. */
const KEPT = 8000

/** A program that runs in a process of its own. `ready` is what `isReady` returned. */
export type RunningProgram<T> = {
  child: ChildProcess
  ready: T
  /** Returns the end of what the program has printed so far. */
  said: () => string
  /** Resolves with the exit code when the process has ended, or with null if a signal ended it. */
  ended: Promise<number | null>
  /**
   * Sends a signal if the process still runs, and resolves as `ended` does. A program that reads from a pipe is ended by
   * closing the pipe instead.
   */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/**
 * Starts a program and waits until `isReady`, which gets what the program has printed so far, returns something. Ends
 * the program and throws with its output if it ends before, if `isReady` throws, or if that takes more than `TIMEOUT_MS`.
 */
export async function startProgram<T>(
  [program = '', ...args]: string[],
  options: SpawnOptions,
  isReady: (said: string) => T | undefined | Promise<T | null>,
): Promise<RunningProgram<T>> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let [said, kept] = ['', Infinity]
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (said = (said + String(chunk)).slice(-kept)))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ended = once(child, 'close').then(() => child.exitCode)
  const end = (signal: NodeJS.Signals) => {
    if (child.stdin) child.stdin.end()
    else if (!hasEnded()) child.kill(signal)
    return ended
  }
  const late = Date.now() + TIMEOUT_MS
  let cause: unknown
  try {
    while (!hasEnded() && Date.now() < late) {
      const ready = await isReady(said)
      if (ready) {
        kept = KEPT
        return { child, ready, said: () => said, ended, end }
      }
      await sleep(10)
    }
  } catch (error) {
    cause = error
  }
  await end('SIGKILL')
  throw new Error(`The program did not start: ${said.slice(-KEPT)}`, { cause })
}
