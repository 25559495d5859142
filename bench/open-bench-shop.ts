import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createShop } from '#server/app.ts'
import type { Shop } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { PageSource } from '#server/pages/page-source.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** A shop without a port in a folder of its own; `close` takes both away. */
export type BenchShop = Shop & { database: ShopDatabase; dataDir: string; close: () => Promise<void> }

/** No pages: what is measured here are calls. */
const source: PageSource = {
  renderer: async () => ({
    renderPage: () => ({ status: 200, title: '', description: '', html: '' }),
    pageKey: () => '',
  }),
  head: '',
  scripts: '',
  policy: {},
  steady: true,
  asset: async () => null,
}

/** Opens an empty shop; `fill` may write rows before anybody has looked at them. */
export async function openBenchShop(fill: (dataDir: string) => void): Promise<BenchShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crema-bench-'))
  const config = readConfig({ DATA_DIR: dataDir, DEMO: '0' })
  const database = await openShopDatabase(config)
  await migrate(database, join(import.meta.dirname, '../db/migrations'))
  fill(dataDir)
  const shop = await createShop({
    config,
    database,
    secrets: loadSecrets(dataDir),
    source,
    version: 'bench',
    logStream: { write: () => undefined },
  })
  return {
    ...shop,
    database,
    dataDir,
    close: async () => {
      shop.live.close()
      await shop.app.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const ADMIN = { name: 'Bench', email: 'bench@example.com', password: 'bench-bench' }

/** Signs an administrator up; answers the header that their calls carry. */
export async function signInAdmin({ app, database }: BenchShop): Promise<{ authorization: string }> {
  const headers = { origin: 'http://localhost:3000' }
  const signUp = await app.inject({ method: 'POST', url: '/api/auth/sign-up', headers, payload: ADMIN })
  const cookie = signUp.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  await app.inject({
    method: 'POST',
    url: '/api/users',
    headers: { ...headers, cookie },
    payload: { name: ADMIN.name, email: ADMIN.email },
  })
  await database.write(({ tx }) =>
    tx.updateTable('users').set({ role: 'Admin' }).where('email', '=', ADMIN.email).execute(),
  )
  const jwt = await app.inject({ url: `/api/jwt?email=${ADMIN.email}`, headers: { cookie } })
  const { accessToken }: { accessToken: string } = jwt.json()
  return { authorization: `Bearer ${accessToken}` }
}
