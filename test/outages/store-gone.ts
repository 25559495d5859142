import { setTimeout as sleep } from 'node:timers/promises'
import { startS3Server } from '../s3/s3-server.ts'
import { ask } from './client.ts'
import { openGround } from './ground.ts'
import { byStatus, isInWords, isServed } from './outage.ts'
import type { Outage } from './outage.ts'
import { compareCarts, runLoad, signUpShoppers } from './shoppers.ts'

const MOST_RECOVERY_MS = 5000

/** Stops the object store with the pictures under load and starts it again. */
export const storeGone: Outage = {
  name: 'store-gone',
  title: 'the object store with the pictures stopped under load',
  run: async (size) => {
    const stoppedMs = size === 'short' ? 3000 : 20_000
    const load = { seconds: (stoppedMs + 6000) / 1000, perSecond: 100 }
    const store = await startS3Server()
    const { url, dispose } = await openGround({ settings: store.env })
    try {
      const shoppers = await signUpShoppers(url, load)
      const pictures = await picturesOf(url)
      const running = runLoad(url, { ...load, shoppers })
      await sleep(1000)
      await store.stop()
      const without = await Promise.all(pictures.map((path) => ask(url, { path })))
      await sleep(stoppedMs)
      await store.start()
      const recoveredMs = await untilServed(url, pictures)
      const samples = await running
      const failed = samples.filter((sample) => !isServed(sample)).length
      const missing = without.filter((answer) => !isServed(answer))
      const speechless = missing.filter((answer) => !isInWords(answer)).length
      return [
        {
          what: `requests that failed, of ${samples.length} (${byStatus(samples)})`,
          value: failed,
          unit: '',
          held: failed === 0,
        },
        {
          what: `pictures without the store, of ${pictures.length} (${byStatus(without)}): failed without words`,
          value: speechless,
          unit: '',
          held: speechless === 0 && missing.length > 0,
        },
        {
          what: 'until every picture is served once the store is back',
          value: recoveredMs,
          unit: 'ms',
          held: recoveredMs <= MOST_RECOVERY_MS,
        },
        ...(await compareCarts(url, shoppers, samples)),
      ]
    } finally {
      await dispose()
      await store.dispose()
    }
  },
}

/** Returns the paths of the pictures on the home page, at a size that no instance has rendered or cached yet. */
async function picturesOf(url: string): Promise<string[]> {
  const { text } = await ask(url, { path: '/' })
  return [...new Set(text.match(/\/images\/[\w./-]+/g) ?? [])].slice(0, 20)
}

async function untilServed(url: string, paths: string[]): Promise<number> {
  const begin = performance.now()
  while (performance.now() - begin < 4 * MOST_RECOVERY_MS) {
    const answers = await Promise.all(paths.map((path) => ask(url, { path })))
    if (answers.every(isServed)) break
    await sleep(100)
  }
  return Math.round(performance.now() - begin)
}
