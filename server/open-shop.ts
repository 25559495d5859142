import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createShop } from './app.ts'
import type { Config } from './config.ts'
import { loadDemo } from './demo/load-demo.ts'
import { refuseDemoAdmin } from './demo/refuse-demo-admin.ts'
import type { PageSource } from './pages/page-source.ts'
import { takeFolder } from './platform/data-folder/take-folder.ts'
import { HttpListener } from './platform/http/http-listener.ts'
import type { Handler } from './platform/http/http-listener.ts'
import { openAlone } from './platform/lease/open-alone.ts'
import { loadSecrets } from './platform/secrets.ts'
import { startJobs } from './start-jobs.ts'
import { openShopDatabase } from './shop-database.ts'

export type Opening = {
  config: Config
  root: string
  version: string
  openPages: () => PageSource | Promise<PageSource>
  /** Wraps the request handler. Development passes Vite's middleware here. */
  before?: (next: Handler) => Handler
}

export type OpenShop = {
  address: string
  /** A warning for the owner about the state of the data, or null. */
  warning: string | null
  close: () => Promise<void>
  /** Resolves with the reason, in one sentence, if the shop has closed by itself. The process must end then. */
  closedItself: Promise<Error>
}

const READINESS_MS = 1000

/**
 * Opens the shop: locks the data folder, listens, migrates the database, loads the demo shop at its first start, and
 * starts to serve requests. Throws an error with one sentence for the owner if that is not possible.
 */
export async function openShop({
  config,
  root,
  version,
  openPages,
  before = (next) => next,
}: Opening): Promise<OpenShop> {
  const folder = takeFolder(config)
  const listener = new HttpListener({ isBehindProxy: config.trustProxy })
  const port = await listener.listen(config.host, config.port)
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
  listener.open(before((request, response) => shop.app.routing(request, response)))
  const close = async () => {
    shop.live.close()
    await Promise.all([listener.close(), jobs.stop()])
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

/** With port 0 the system chooses the port. The default public address must contain that port. */
function withPort(config: Config, port: number): Config {
  return config.publicUrlIsDefault
    ? { ...config, port, publicUrl: `http://localhost:${port}` }
    : { ...config, port }
}
