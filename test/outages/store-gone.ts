import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../harness/client.ts'
import { byStatus, compareCarts, isInWords, isServed, noFailures, startLoad } from '../harness/load.ts'
import { startInstances } from '../harness/shops.ts'
import type { Instances } from '../harness/shops.ts'
import { atMost } from '../harness/trial.ts'
import type { Trial } from '../harness/trial.ts'
import { startS3Server } from '../s3/s3-server.ts'

const MAX_RECOVERY_MS = 5000

/** Stops the object store with the pictures under load and starts it again. */
export const storeGone: Trial = {
  name: 'store-gone',
  title: 'the object store with the pictures stopped under load',
  run: async (ground) => {
    const stoppedMs = ground.size === 'short' ? 3000 : 20_000
    const store = await startS3Server()
    ground.after(store.dispose)
    const shop = await startInstances(ground, { settings: store.env })
    const pictures = await picturesOf(shop)
    const load = await startLoad(shop, { seconds: stoppedMs / 1000 + 6, perSecond: 100 })
    await sleep(1000)
    await store.stop()
    const without = await askForAll(shop, pictures)
    await sleep(stoppedMs)
    await store.start()
    const recoveredMs = await untilServed(shop, pictures)
    const samples = await load.samples
    const missing = without.filter((answer) => !isServed(answer))
    const withoutWords = missing.filter((answer) => !isInWords(answer)).length
    const what = `pictures without the store, of ${pictures.length} (${byStatus(without)}): failed without words`
    return [
      noFailures(samples),
      { what, value: withoutWords, held: withoutWords === 0 && missing.length > 0 },
      atMost('until every picture is served once the store is back, ms', recoveredMs, MAX_RECOVERY_MS),
      ...(await compareCarts(shop, samples)),
    ]
  },
}

/** Returns the paths of the pictures on the home page, at a size that no instance has rendered or cached yet. */
async function picturesOf(shop: Instances): Promise<string[]> {
  const { text } = await ask(shop, 'GET /')
  return [...new Set(text.match(/\/images\/[\w./-]+/g) ?? [])].slice(0, 20)
}

function askForAll(shop: Instances, paths: string[]) {
  return Promise.all(paths.map((path) => ask(shop, `GET /${path.slice(1)}`)))
}

async function untilServed(shop: Instances, paths: string[]): Promise<number> {
  const begin = performance.now()
  while (performance.now() - begin < 4 * MAX_RECOVERY_MS) {
    if ((await askForAll(shop, paths)).every(isServed)) break
    await sleep(100)
  }
  return Math.round(performance.now() - begin)
}
