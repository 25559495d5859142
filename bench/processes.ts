import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import autocannon from 'autocannon'
import { startProgram } from '#test/processes/start-program.ts'
import { inRoot, root } from '../scripts/setup/place.mjs'

/** A running program that is measured. It listens at `url`. */
export type BenchProcess = {
  url: string
  residentMb: () => number
  /** The processor time that the process has used, in steps of 10 ms. */
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
 * printed its URL. Rejects with the program's output if it ends before.
 */
export async function startProcess(program: string[], env: NodeJS.ProcessEnv = {}): Promise<BenchProcess> {
  const { child, ready, end } = await startProgram(
    [command, ...prefix, ...program],
    { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit'] },
    (said) => /http:\/\/\S+/.exec(said)?.[0].replace('localhost', '127.0.0.1'),
  )
  const read = (file: string) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  // The fields after the name of the program, which is in parentheses (man 5 proc_pid_stat).
  const stat = () => read('stat').split(') ').at(-1)?.split(' ') ?? []
  return {
    url: ready,
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(read('status'))?.[1]) / 1024,
    cpuSeconds: () => (Number(stat()[11]) + Number(stat()[12])) / TICKS_PER_SECOND,
    close: async () => void (await end('SIGTERM')),
  }
}

/**
 * Lets this process and those that it starts from now on run on these processor cores only, if the machine has
 * `taskset`. The measured program runs on core 0, so the load must come from others. A browser may use all.
 */
export function allowCores(cores: '0-63' | '1-63'): void {
  if (hasTaskset) spawnSync('taskset', ['-a', '-p', '-c', cores, String(process.pid)], { stdio: 'ignore' })
}

/** The requests that a client sends in turn, again and again. */
export type Requests = autocannon.Request[]

export type Load = {
  url: string
  clients: number
  /** Returns the requests of the client with this index. */
  requestsOf: (client: number, clients: number) => Requests
}

/**
 * Sends requests, each client on a connection with one request in flight. Returns how many the server responds to in a
 * second, or how many rounds of requests that depend on each other. With `server`, it is a second of that process's
 * processor time, which does not depend on how fast autocannon is: it takes as much of it as the server. Rejects if a
 * request fails.
 */
export async function perSecond(
  { url, clients, requestsOf }: Load,
  seconds: number,
  server?: BenchProcess,
): Promise<number> {
  let [client, steps] = [0, 1]
  const before = server?.cpuSeconds() ?? 0
  const result = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    sampleInt: 100,
    setupClient: (connection) => {
      const requests = requestsOf(client++, clients)
      steps = requests.some(({ onResponse }) => onResponse) ? requests.length : 1
      connection.setRequests(requests)
    },
  })
  const failed = result.errors + result.non2xx
  if (failed > 0) throw new Error(`${failed} requests failed: ${JSON.stringify(result.statusCodeStats)}`)
  return result['2xx'] / steps / (server ? server.cpuSeconds() - before : result.duration)
}
