import { readFileSync, rmSync } from 'node:fs'
import { createDatabase } from '../postgres/create-database.ts'
import { findPostgres, startPostgres } from '../postgres/server.ts'
import type { TestServer } from '../postgres/server.ts'
import { freePort } from '../processes/free-port.ts'
import { startNginx } from '../processes/nginx.ts'
import { openForCustomers } from '../selling/open-for-customers.ts'
import { startShopProcess } from '../shop-process.ts'
import type { ProcessOptions, ShopProcess } from '../shop-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import type { Ground } from './trial.ts'

/** A shop in a process of its own, with a data folder of its own. */
export type Shop = ShopProcess & {
  dataDir: string
  /** Starts the process again after it has ended. Resolves when the shop is open. */
  start: () => Promise<void>
}

/** Starts a shop, which ends with the trial. A shop without demo mode is opened for customers. */
export async function startShop(
  { after }: Ground,
  given: Record<string, string> = {},
  options: ProcessOptions = {},
): Promise<Shop> {
  const dataDir = temporaryFolder('crema-trial-')
  const settings = { PORT: String(await freePort()), ...given }
  const open = () => startShopProcess({ dataDir }, settings, options)
  const shop: Shop = {
    ...(await open()),
    dataDir,
    start: async () => void Object.assign(shop, await open()),
  }
  after(async () => {
    await shop.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  if (given['DEMO'] !== '1') await openForCustomers({ dataDir })
  return shop
}

/** Returns the resident memory of a shop's process in MB: what it has now (`VmRSS`) or the most so far (`VmHWM`). */
export function memoryMb({ child }: Shop, field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024)
}

/** A demo shop that runs as several instances on one PostgreSQL server, behind nginx. */
export type Instances = {
  /** The URL of nginx. */
  url: string
  server: TestServer
  /** The URL of the database itself, without what may be between it and the instances. */
  databaseUrl: string
  instances: Shop[]
}

export type InstanceSettings = {
  count?: number
  /** Settings of every instance. */
  settings?: Record<string, string>
  /** Further settings of the instance with this index. */
  settingsOf?: (index: number) => Record<string, string>
  /** Returns the URL by which the instances reach the database at `databaseUrl`. */
  between?: (databaseUrl: string) => Promise<string>
}

/** Starts PostgreSQL, the instances of a shop and nginx. They end with the trial. */
export async function startInstances(
  ground: Ground,
  { count = 3, settings = {}, settingsOf = () => ({}), between = async (url) => url }: InstanceSettings = {},
): Promise<Instances> {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed here.')
  const server = await startPostgres(programs)
  ground.after(server.stop)
  const { url: databaseUrl } = await createDatabase(server.url)
  const port = await freePort()
  const url = `http://localhost:${port}`
  const common = {
    DEMO: '1',
    TRUST_PROXY: '1',
    PUBLIC_URL: url,
    SECRETS: 'only-for-this-run-of-the-tests-not-for-a-shop',
    DRAIN_SECONDS: '1',
    DATABASE_URL: await between(databaseUrl),
    ...settings,
  }
  const instances = await Promise.all(
    Array.from({ length: count }, (_, index) => startShop(ground, { ...common, ...settingsOf(index) })),
  )
  const nginx = await startNginx(
    port,
    instances.map((instance) => Number(new URL(instance.url).port)),
  )
  ground.after(nginx.stop)
  return { url, server, databaseUrl, instances }
}
