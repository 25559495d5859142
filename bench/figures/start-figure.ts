import { shopProgram, startProcess } from '../shop/bench-process.ts'
import { median } from '../shop/figures.ts'
import type { Figure } from '../shop/figures.ts'

const HELLO =
  "require('node:http').createServer((q, r) => r.end('hello')).listen(0, function () { console.log('http://x:' + this.address().port) })"
const STARTS = 11
const MOST_MS = 500

/** Milliseconds from `npm start`'s program to its first answer, beside Node's hello world; npm itself takes as long for both. */
export async function measureStart(env: NodeJS.ProcessEnv, rounds: number): Promise<Figure[]> {
  const ours: number[] = []
  const limit: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const [bare, shop]: [number[], number[]] = [[], []]
    for (let start = 0; start < (round > 0 ? STARTS : 1); start++) {
      bare.push(await startToAnswer(['-e', HELLO], {}))
      shop.push(await startToAnswer(shopProgram, env))
    }
    // The first round fills Node's cache of compiled code.
    if (round > 0) limit.push(median(bare))
    if (round > 0) ours.push(median(shop))
  }
  const note = `limit: node:http hello world; goal besides: ${MOST_MS} ms`
  return [
    {
      name: 'start to first answer',
      unit: 'ms',
      ours,
      limit,
      goal: 8,
      better: 'less',
      atMost: MOST_MS,
      note,
    },
  ]
}

async function startToAnswer(program: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const started = performance.now()
  const { port, close } = await startProcess(program, env)
  await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer()
  const ms = performance.now() - started
  await close()
  return ms
}
