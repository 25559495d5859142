import { createShop } from '#server/app.ts'
import type { Shop } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { loadDemo } from '#server/demo/load-demo.ts'
import { openBuiltPages } from '#server/pages/built-pages.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import type { Tables } from '#server/tables.ts'
import { inRoot } from '../../scripts/setup/place.mjs'
import { inScratchFolder } from './scratch.ts'

/** The demo shop with its built pages, in this process and without a port, while the work lasts. */
export function inDemoShop<T>(work: (shop: Shop, folder: string) => Promise<T>): Promise<T> {
  return inScratchFolder(async (folder) => {
    const config = readConfig({ DATA_DIR: folder, DEMO: '1' })
    const database = await openDatabase<Tables>(config)
    await migrate(database, inRoot('db', 'migrations'))
    const source = openBuiltPages(inRoot('dist'))
    const silent = { write: () => undefined }
    const shop = await createShop({ config, database, secrets: loadSecrets(folder), source, version: '0', logStream: silent })
    await loadDemo({ database, provider: shop.identity.provider, dataDir: folder, folder: inRoot('db', 'demo') })
    try {
      return await work(shop, folder)
    } finally {
      shop.live.close()
      await shop.app.close()
      await database.close()
    }
  })
}
