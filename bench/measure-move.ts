import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import { openShop } from '#server/open-shop.ts'
import { plainPages } from '#test/plain-pages.ts'
import { fillShop } from './shop/fill-shop.ts'

/**
 * Measures for how long a shop cannot sell while `npm run move` moves it. The first argument is the number of lines, and
 * `DATABASE_URL` an empty database. Not part of `npm run bench`, because filling the shop alone takes a minute.
 *
 *     DATABASE_URL=postgres://… node scripts/run.mjs bench/measure-move.ts 1000000
 */
const lines = Number(process.argv[2] ?? 1_000_000)
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'crema-move-'))
try {
  const config = readConfig({ PORT: '0', DATA_DIR: folder })
  const shop = await openShop({ config, root, version: '0', openPages: () => plainPages })
  await shop.close()
  fillShop(folder, { lines, accounts: [], withCart: [] })
  const { status } = spawnSync(process.execPath, [join(root, 'server/commands/move.ts')], {
    env: { ...process.env, DATA_DIR: folder },
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} finally {
  rmSync(folder, { recursive: true })
}
