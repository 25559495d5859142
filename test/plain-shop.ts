import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openShop } from '#server/open-shop.ts'
import { plainPages } from './plain-pages.ts'

/** The shop as a process, like `server/main.ts`, but with plain pages, so that it needs no build. */
const shop = await openShop({ config: readConfig(process.env), root: join(import.meta.dirname, '..'), version: '1.2.3', openPages: () => plainPages })
process.stdout.write(`Open at ${shop.address}\n`)

process.once('SIGTERM', async () => {
  await shop.close()
  process.exit(0)
})
