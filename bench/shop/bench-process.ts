import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A program under measurement, on the first core where `taskset` is there; the load comes from the others. */
export type BenchProcess = { port: number; pid: number; residentMb: () => number; close: () => Promise<void> }

const root = join(import.meta.dirname, '../..')
const hasTaskset = spawnSync('taskset', ['-V'], { stdio: 'ignore' }).status === 0

/** What `npm start` runs, with its options. */
export const shopProgram: string[] = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  .scripts.start.split(' ')
  .slice(1)

/** Starts a program of ours that prints an address with its port when it is ready. */
export async function startProcess(program: string[], env: NodeJS.ProcessEnv = {}): Promise<BenchProcess> {
  const command = hasTaskset
    ? ['taskset', '-c', '0', process.execPath, ...program]
    : [process.execPath, ...program]
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await portOf(child)
  const pid = Number(child.pid)
  return {
    port,
    pid,
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024,
    close: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** Lets a program under measurement run on every core, all its threads. */
export function giveAllCores(pid: number): void {
  if (hasTaskset) spawnSync('taskset', ['-a', '-p', '-c', '0-63', String(pid)], { stdio: 'ignore' })
}

/** Keeps this process, where the load is made, off the first core. */
export function stayOffTheFirstCore(): void {
  if (hasTaskset) spawnSync('taskset', ['-a', '-p', '-c', '1-63', String(process.pid)], { stdio: 'ignore' })
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let words = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      if (words.length < 10_000) words += chunk
      const port = /http:\/\/[^:\s]+:(\d+)/.exec(words)?.[1]
      if (port) resolve(Number(port))
    })
    child.once('exit', (code) =>
      reject(new Error(`A program under measurement ended with ${code}: ${words}`)),
    )
  })
}
