import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryMb, startShop } from '../harness/shops.ts'
import { atMost, none } from '../harness/trial.ts'
import type { Figure, Ground, Trial } from '../harness/trial.ts'
import { load } from './raw-connections.ts'

/**
 * The maximum number of log characters that the shop and the system may hold while the reader of the log stalls, in
 * kB: the limit of the shop, one write in progress, and the pipe of the operating system.
 */
const MAX_HELD_KB = 1536
const MAX_GROWN_MB = { short: Infinity, full: 150 }

export const log: Trial = {
  name: 'log',
  title: 'the reader of standard output ends or stalls, or its disk is full',
  run: async (ground) => [...(await stallAndEndReader(ground)), await fillDisk(ground)],
}

async function stallAndEndReader(ground: Ground): Promise<Figure[]> {
  const requests = ground.size === 'full' ? 600_000 : 8000
  const shop = await startShop(ground)
  const { stdout } = shop.child
  const before = memoryMb(shop, 'VmRSS')
  stdout?.pause()
  const answers = await load(shop.url, requests)
  const grown = memoryMb(shop, 'VmRSS') - before
  const reader = new LogReader()
  stdout?.on('data', (chunk: Buffer) => reader.read(chunk)).resume()
  await sleep(1000)
  const held = reader.characters
  const asked = answers + (await load(shop.url, 200))
  // Waits for up to 5 s, because the shop writes its log some time after the responses.
  for (let tries = 0; tries < 50 && reader.counted < asked; tries++) await sleep(100)
  const unknown = asked - reader.counted
  stdout?.destroy()
  await load(shop.url, 200)
  await sleep(500)
  return [
    none(`reader stalled: requests without an answer, of ${requests}`, Math.max(0, requests - answers)),
    atMost('reader stalled: memory grown, MB', grown, MAX_GROWN_MB[ground.size]),
    atMost('reader stalled: log held for it, kB', Math.round(held / 1024), MAX_HELD_KB),
    none('reader back: lines neither logged nor counted as dropped', unknown),
    none('reader ended: requests without an answer, of 200', 200 - (await load(shop.url, 200))),
  ]
}

type LogLine = { msg?: string; lines?: number; route?: string }

/** Reads the log of the shop and counts its characters and the logged responses. */
class LogReader {
  characters = 0
  /** The number of responses to `load` that the log contains, or that it reports as dropped. */
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

/** Lets the shop write its log to a device that is always full. */
async function fillDisk(ground: Ground): Promise<Figure> {
  const full = openSync('/dev/full', 'w')
  ground.after(() => closeSync(full))
  const shop = await startShop(ground, {}, { stdout: full })
  await load(shop.url, 200)
  await sleep(500)
  return none('disk full: requests without an answer, of 200', 200 - (await load(shop.url, 200)))
}
