import { execFileSync, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { inRoot, root } from '../scripts/setup/place.mjs'

/** A running program that is measured. It listens on `port`. */
export type BenchProcess = {
  child: ChildProcess
  port: number
  residentMb: () => number
  /** The processor time that the process has used, in seconds, in steps of 10 ms. */
  cpuSeconds: () => number
  close: () => Promise<void>
}

/** In this unit Linux reports processor times. */
const TICKS_PER_SECOND = 100

const hasTaskset = spawnSync('taskset', ['-V'], { stdio: 'ignore' }).status === 0
const [command = '', ...prefix] = [...(hasTaskset ? ['taskset', '-c', '0'] : []), process.execPath]

/** The arguments of `node` in the `start` script of package.json. They start the shop. */
export const shopProgram: string[] = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  .scripts.start.split(' ')
  .slice(1)

/**
 * Starts a Node program, on the first processor core if the machine has `taskset`. Resolves when the program has
 * printed a URL with its port. With `hasChannel`, the program can receive messages from this process. Rejects with the
 * program's output if the program ends before it has printed the URL.
 */
export async function startProcess(
  program: string[],
  { env = {}, hasChannel = false }: { env?: NodeJS.ProcessEnv; hasChannel?: boolean } = {},
): Promise<BenchProcess> {
  const child = spawn(command, [...prefix, ...program], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', ...(hasChannel ? ['ipc' as const] : [])],
  })
  const port = await portOf(child)
  const status = () => readFileSync(`/proc/${child.pid}/status`, 'utf8')
  // The fields after the name of the program, which is in parentheses (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html).
  const stat = () => readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return {
    child,
    port,
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(status())?.[1]) / 1024,
    cpuSeconds: () => (Number(stat()[11]) + Number(stat()[12])) / TICKS_PER_SECOND,
    close: async () => {
      const ended = once(child, 'exit')
      if (child.kill('SIGTERM')) await ended
    },
  }
}

/** Runs a Node program until it ends, on the first processor core if the machine has `taskset`. Returns its output. */
export function runProgram(...program: string[]): string {
  return execFileSync(command, [...prefix, ...program], { cwd: root, encoding: 'utf8' })
}

/**
 * Lets a process run on all processor cores, if the machine has `taskset`. Measurements with a browser need this for
 * the browser, which has several processes. The server is nearly idle in these measurements, so it needs no core of its
 * own.
 */
export function onAllCores(pid = process.pid): void {
  if (hasTaskset) spawnSync('taskset', ['-a', '-p', '-c', '0-63', String(pid)], { stdio: 'ignore' })
}

/**
 * Moves this process, which sends the requests, off the first processor core, because the measured program runs there.
 * Does nothing if the machine has no `taskset`.
 */
export function offFirstCore(): void {
  if (hasTaskset) spawnSync('taskset', ['-a', '-p', '-c', '1-63', String(process.pid)], { stdio: 'ignore' })
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
      const port = /http:\/\/[^:\s]+:(\d+)/.exec(output)?.[1]
      if (!port) return
      // After the URL, the program may print more, such as the shop's log. This output is read and thrown away, so that
      // the pipe does not fill up and block the program.
      child.stdout?.off('data', read).resume()
      resolve(Number(port))
    }
    child.stdout?.on('data', read)
    child.once('exit', (code) => reject(new Error(`A measured program ended with ${code}: ${output}`)))
  })
}
