import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createShop } from './app.ts'
import type { Config } from './config.ts'
import { loadDemo, refuseDemoAdmin } from './demo/load-demo.ts'
import type { PageSource } from './pages/built-pages.ts'
import { fileProblem } from './platform/data-folder/file-problem.ts'
import { takeFolder } from './platform/data-folder/take-folder.ts'
import { HttpListener } from './platform/http/http-listener.ts'
import type { Handler } from './platform/http/http-listener.ts'
import { pictureWriterOf } from './picture-stores.ts'
import { openSecrets } from './platform/secrets/open-secrets.ts'
import { startJobs } from './start-jobs.ts'
import { openMigratedDatabase } from './shop-database.ts'

export type Opening = {
  config: Config
  root: string
  version: string
  openPages: () => PageSource | Promise<PageSource>
  /** Wraps the handler of all HTTP requests. In development, Vite's middleware is added in this way. */
  before?: (next: Handler) => Handler
}

export type OpenShop = {
  address: string
  /** What the owner can do next, or null if there is nothing to say. */
  advice: string | null
  /** A warning to the shop's owner about the data folder or the database, or null if there is none. */
  warning: string | null
  /**
   * Closes the shop. First `/readyz` responds with 503 for the time of the setting `DRAIN_SECONDS`, while requests are
   * still handled, so that load balancers stop sending requests. Then requests in progress are completed.
   */
  close: () => Promise<void>
}

const READINESS_MS = 1000

/**
 * Opens the shop. It prepares the data folder, listens on the port, migrates the database, and begins to handle requests.
 * On PostgreSQL it listens last.
 * In demo mode, it loads the demo shop at the first start. If the shop cannot be opened, throws an error whose message
 * tells the owner the reason in one sentence.
 */
export async function openShop(opening: Opening): Promise<OpenShop> {
  try {
    return await open(opening)
  } catch (error) {
    const { dataDir: file } = opening.config
    throw fileProblem(error, { file, ifDamaged: 'check the disk, and restore a backup' })
  }
}

async function open({
  config,
  root,
  version,
  openPages,
  before = (next) => next,
}: Opening): Promise<OpenShop> {
  const folder = takeFolder(config)
  const listener = new HttpListener({ isBehindProxy: config.trustProxy })
  const listen = () => listener.listen(config.host, config.port)
  const isLate = listensLate(config)
  const settled = withPort(config, isLate ? config.port : await listen())
  const source = await openPages()
  const database = await openMigratedDatabase(settled, join(root, 'db/migrations'))
  if (!settled.demo) await refuseDemoAdmin(database)
  const secrets = await openSecrets({ ...settled, database })
  const shop = await createShop({ config: settled, database, secrets, source, version })
  if (settled.demo)
    await loadDemo({ database, addPicture: pictureWriterOf(settled), folder: join(root, 'db/demo') })
  const jobs = startJobs(shop, { database, config: settled })
  jobs.once(shop.catalogue.indexMissing)
  jobs.every(READINESS_MS, async () => void (await shop.readiness.isReady()))
  const warning = [folder.warning, database.warning].filter(Boolean).join('\n') || null
  if (warning) shop.app.log.warn(warning)
  listener.open(before((request, response) => shop.app.routing(request, response)))
  if (isLate) await listen()
  const close = async () => {
    shop.readiness.drain()
    listener.drain()
    await pause(settled.drainMs)
    shop.adminEvents.close()
    shop.shopperEvents.close()
    await Promise.all([listener.close(), jobs.stop()])
    await shop.app.close()
    await database.close()
    folder.release()
  }
  return {
    address: settled.publicUrl,
    advice: adviceFor(settled, (await shop.profiles.readOpening()).isOpen),
    warning,
    close,
  }
}

/**
 * Returns whether the shop listens only when it is ready. Beside other instances, connections are refused until then,
 * because a load balancer then uses another instance. A port that the system chooses must be known earlier.
 */
function listensLate({ isSingleInstance, port }: Config): boolean {
  return !isSingleInstance && port !== 0
}

function adviceFor({ demo }: Config, isOpen: boolean): string | null {
  if (demo) return 'Demo shop: log in as admin@coffee.example or shopper@coffee.example, password coffee123'
  if (isOpen) return null
  return 'Visitors read that the shop opens soon. To become its first admin: npm run make-admin -- you@shop.example'
}

/**
 * Returns the settings with the actual port. If the setting is 0, the system has chosen the port, and the default
 * public URL must contain it.
 */
function withPort(config: Config, port: number): Config {
  return config.publicUrlIsDefault
    ? { ...config, port, publicUrl: `http://localhost:${port}` }
    : { ...config, port }
}
