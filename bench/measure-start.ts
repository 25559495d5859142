import { median } from './figures.ts'
import type { Figure } from './figures.ts'
import { shopProgram, startProcess } from './processes.ts'
import type { BenchShop } from './shop/bench-shop.ts'

const HELLO = `require('node:http').createServer((_, response) => response.end('hello'))
  .listen(0, function () { console.log('http://localhost:' + this.address().port) })`
const STARTS = 11

/**
 * Measures the time from starting the shop, as `npm start` does, to its first response. It is compared with the same
 * time for a "hello world" server of `node:http`.
 */
export async function measureStart({ env }: BenchShop, rounds: number): Promise<Figure[]> {
  const [ours, limit]: [number[], number[]] = [[], []]
  // Both programs are started once before the measurement, which fills Node's cache of compiled code.
  await startToResponse(['-e', HELLO], {})
  await startToResponse(shopProgram, env)
  for (let round = 0; round < rounds; round++) {
    const [shop, bare]: [number[], number[]] = [[], []]
    for (let start = 0; start < STARTS; start++) {
      bare.push(await startToResponse(['-e', HELLO], {}))
      shop.push(await startToResponse(shopProgram, env))
    }
    limit.push(median(bare))
    ours.push(median(shop))
  }
  const goals = { atMost: 8, oursAtMost: 500 }
  const note = 'limit: node:http hello world; second goal: 500 ms'
  return [{ name: 'start to first answer', unit: 'ms', ours, limit, ...goals, note }]
}

/** Starts a program, and returns the time until its first response in ms. */
async function startToResponse(program: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now()
  const { port, close } = await startProcess(program, { env })
  await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer()
  const ms = performance.now() - started
  await close()
  return ms
}
