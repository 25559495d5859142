import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createShop } from './app.ts'
import type { Config } from './config.ts'
import { loadDemo } from './demo/load-demo.ts'
import { refuseDemoAdmin } from './demo/refuse-demo-admin.ts'
import type { PageSource } from './pages/page-source.ts'
import { takeFolder } from './platform/data-folder/take-folder.ts'
import { FrontDoor } from './platform/http/front-door.ts'
import type { Handler } from './platform/http/front-door.ts'
import { openAlone } from './platform/lease/open-alone.ts'
import { loadSecrets } from './platform/secrets.ts'
import { startJobs } from './start-jobs.ts'
import { openShopDatabase } from './shop-database.ts'

export type Opening = {
  config: Config
  root: string
  version: string
  openPages: () => PageSource | Promise<PageSource>
  /** What requests pass first, in development. */
  before?: (next: Handler) => Handler
}

export type OpenShop = {
  address: string
  /** What the owner has to know about the state in which the data was found; null if all is well. */
  warning: string | null
  close: () => Promise<void>
  /** Resolves with the reason, in one sentence, when the shop has closed by itself and its process has to end. */
  closedItself: Promise<Error>
}

const READINESS_MS = 1000

/**
 * Opens the shop: takes the data folder, listens, brings the database up to date, fills a demo shop at its first
 * start, and lets visitors in. Throws an error with one sentence for the owner when something is in the way.
 */
export async function openShop({
  config,
  root,
  version,
  openPages,
  before = (next) => next,
}: Opening): Promise<OpenShop> {
  const folder = takeFolder(config)
  const door = new FrontDoor({ isBehindProxy: config.trustProxy })
  const port = await door.listen(config.host, config.port)
  const settled = withPort(config, port)
  const source = await openPages()
  const { database, lost } = await openAlone(await openShopDatabase(settled), join(root, 'db/migrations'))
  if (!settled.demo) await refuseDemoAdmin(database)
  const secrets = loadSecrets(settled.dataDir)
  const shop = await createShop({ config: settled, database, secrets, source, version })
  if (settled.demo)
    await loadDemo({
      database,
      provider: shop.identity.provider,
      dataDir: settled.dataDir,
      folder: join(root, 'db/demo'),
    })
  const jobs = startJobs(shop, { database, config: settled })
  jobs.every(READINESS_MS, async () => void (await shop.readiness.isReady()))
  const warnings = [folder.warning, database.warning].filter((warning) => warning !== null)
  for (const warning of warnings) shop.app.log.warn(warning)
  door.open(before((request, response) => shop.app.routing(request, response)))
  const close = async () => {
    shop.live.close()
    await Promise.all([door.close(), jobs.stop()])
    await shop.app.close()
    await database.close()
    folder.release()
  }
  return {
    address: settled.publicUrl,
    warning: warnings.join('\n') || null,
    close,
    closedItself: closeWhen(lost, { close, log: shop.app.log }),
  }
}

async function closeWhen(
  lost: Promise<Error>,
  { close, log }: { close: () => Promise<void>; log: FastifyBaseLogger },
): Promise<Error> {
  const reason = await lost
  log.error({ err: reason }, 'closing')
  await close()
  return reason
}

/** With port 0 the system chose one: the default public address has to name it. */
function withPort(config: Config, port: number): Config {
  return config.publicUrlIsDefault
    ? { ...config, port, publicUrl: `http://localhost:${port}` }
    : { ...config, port }
}
