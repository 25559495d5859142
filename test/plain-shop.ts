import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openShop } from '#server/open-shop.ts'
import { plainPages } from './plain-pages.ts'

/** Runs the shop like `server/main.ts`, but with minimal pages, so that no build is needed. */
try {
  const shop = await openShop({
    config: readConfig(process.env),
    root: join(import.meta.dirname, '..'),
    version: '1.2.3',
    openPages: () => plainPages,
  })
  if (shop.advice) process.stdout.write(`${shop.advice}\n`)
  if (shop.warning) process.stderr.write(`${shop.warning}\n`)
  process.once('SIGTERM', async () => {
    await shop.close()
    process.exit(0)
  })
  // Tests wait for this line and may end the process right after it, so it is printed when everything else is done.
  process.stdout.write(`Open at ${shop.address}\n`)
} catch (error) {
  endWith(error)
}

function endWith(reason: unknown): never {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
  process.exit(1)
}
