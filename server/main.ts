import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { openShop } from './open-shop.ts'
import { openBuiltPages } from './pages/built-pages.ts'

/** The shop's program for production. It reads the settings, opens the shop, and closes it on SIGTERM or SIGINT. */
const root = join(import.meta.dirname, '..')

try {
  const config = readConfig(process.env)
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const openPages = () => openBuiltPages(join(root, 'dist'), config.dataDir)
  const shop = await openShop({ config, root, version, openPages })
  console.log(`Crema is open at ${shop.address}`)
  if (shop.advice) console.log(shop.advice)
  if (shop.warning) console.error(shop.warning)
  closeOnSignal(shop.close)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}

/**
 * Two signals within this time in milliseconds count as one. When Ctrl-C is pressed once, SIGINT may arrive twice
 * within a few milliseconds: from the terminal and from npm.
 */
const SAME_PRESS_MS = 500

function closeOnSignal(close: () => Promise<void>): void {
  let closingSince: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const at = performance.now()
      if (closingSince !== null && at - closingSince > SAME_PRESS_MS) process.exit(130)
      if (closingSince !== null) return
      closingSince = at
      console.log('Closing: finishing what is running. Once more stops at once.')
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}
