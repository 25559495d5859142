import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Figure, Ground } from './attack.ts'
import { load } from './load.ts'

const MB = 1024 * 1024

/** What the shop may hold for a reader that stalls: its own bound, one write under way, and the system's pipe. */
const MOST_HELD = 1.5 * MB

export const log: Attack = {
  name: 'log',
  title: 'the reader of standard output ends or stalls, or its disk is full',
  run: async (ground) => [...(await stallAndEndReader(ground)), await fillDisk(ground)],
}

async function stallAndEndReader(ground: Ground): Promise<Figure[]> {
  const requests = ground.size === 'full' ? 600_000 : 14_000
  const shop = await ground.start()
  const before = shop.residentMb()
  shop.process.stdout?.pause()
  const answers = await load(shop.url, requests)
  const grown = shop.residentMb() - before
  let text = ''
  shop.process.stdout?.on('data', (chunk: Buffer) => (text += chunk)).resume()
  await sleep(1000)
  const asked = answers + (await load(shop.url, 200))
  // The log is written some time after the answers.
  for (let tries = 0; tries < 50 && countLines(text) < asked; tries++) await sleep(100)
  const unknown = asked - countLines(text)
  shop.process.stdout?.destroy()
  await load(shop.url, 200)
  await sleep(500)
  return [
    stillServed('reader stalled', answers, requests),
    { what: 'reader stalled: memory grown', value: grown, unit: 'MB', held: ground.size === 'short' || grown < 150 },
    { what: 'reader stalled: log held for it', value: Math.round(text.length / 1024), unit: 'kB', held: text.length < MOST_HELD },
    { what: 'reader back: lines neither logged nor counted as dropped', value: unknown, unit: 'lines', held: unknown === 0 },
    stillServed('reader ended', await load(shop.url, 200), 200),
  ]
}

type LogLine = { msg?: string; lines?: number; route?: string }

/** The answers that were logged or counted as dropped. The last line may not be whole yet. */
function countLines(text: string): number {
  const lines = text.split('\n').slice(0, -1).filter(Boolean).map((line): LogLine => JSON.parse(line))
  return lines.reduce((sum, { msg, lines: lost = 0, route }) => sum + (msg === 'log lines dropped' ? lost : Number(route === '/healthz')), 0)
}

async function fillDisk(ground: Ground): Promise<Figure> {
  const full = openSync('/dev/full', 'w')
  try {
    const shop = await ground.start({}, full)
    await load(shop.url, 200)
    await sleep(500)
    return stillServed('disk full', await load(shop.url, 200), 200)
  } catch {
    return stillServed('disk full', 0, 200)
  } finally {
    closeSync(full)
  }
}

function stillServed(what: string, answers: number, of: number): Figure {
  return { what: `${what}: answered of ${of} requests`, value: answers, unit: 'answers', held: answers >= of }
}
