import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack, Figure, Ground } from './attack.ts'
import { load } from './load.ts'

const MB = 1024 * 1024

/**
 * The maximum number of log characters that the shop and the system may hold while the reader of the log stalls: the
 * limit of the shop, one write in progress, and the pipe of the operating system.
 */
const MOST_HELD = 1.5 * MB

export const log: Attack = {
  name: 'log',
  title: 'the reader of standard output ends or stalls, or its disk is full',
  run: async (ground) => [...(await stallAndEndReader(ground)), await fillDisk(ground)],
}

async function stallAndEndReader(ground: Ground): Promise<Figure[]> {
  const requests = ground.size === 'full' ? 600_000 : 16_000
  const shop = await ground.start()
  const before = shop.residentMb()
  shop.process.stdout?.pause()
  const answers = await load(shop.url, requests)
  const grown = shop.residentMb() - before
  const reader = new LogReader()
  shop.process.stdout?.on('data', (chunk: Buffer) => reader.read(chunk)).resume()
  await sleep(1000)
  const held = reader.characters
  const asked = answers + (await load(shop.url, 200))
  // Waits for up to 5 s, because the shop writes its log some time after the responses.
  for (let tries = 0; tries < 50 && reader.counted < asked; tries++) await sleep(100)
  const unknown = asked - reader.counted
  shop.process.stdout?.destroy()
  await load(shop.url, 200)
  await sleep(500)
  return [
    stillServed('reader stalled', answers, requests),
    {
      what: 'reader stalled: memory grown',
      value: grown,
      unit: 'MB',
      held: ground.size === 'short' || grown < 150,
    },
    {
      what: 'reader stalled: log held for it',
      value: Math.round(held / 1024),
      unit: 'kB',
      held: held < MOST_HELD,
    },
    {
      what: 'reader back: lines neither logged nor counted as dropped',
      value: unknown,
      unit: 'lines',
      held: unknown === 0,
    },
    stillServed('reader ended', await load(shop.url, 200), 200),
  ]
}

type LogLine = { msg?: string; lines?: number; route?: string }

/** Reads the log of the shop and counts its characters and the logged responses. */
class LogReader {
  characters = 0
  /** The number of responses that the log contains, or that it reports as dropped. */
  counted = 0
  #rest = ''

  read(chunk: Buffer): void {
    this.characters += chunk.length
    const lines = `${this.#rest}${chunk}`.split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines.filter(Boolean)) {
      const { msg, lines: dropped = 0, route }: LogLine = JSON.parse(line)
      this.counted += msg === 'log lines dropped' ? dropped : Number(route === '/healthz')
    }
  }
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
