import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase } from '../postgres/create-database.ts'
import { findPostgres, startPostgres } from '../postgres/server.ts'
import type { TestServer } from '../postgres/server.ts'
import { freePort } from '../processes/free-port.ts'
import { startNginx } from '../processes/nginx.ts'
import { startShopProcess } from '../shop-process.ts'
import type { ShopProcess } from '../shop-process.ts'
import { temporaryFolder } from '../temporary-folder.ts'

/** A demo shop that runs as several instances on one PostgreSQL server, behind nginx. */
export type Ground = {
  /** The URL of nginx. */
  url: string
  server: TestServer
  /** The URL of the database itself, without what may be between it and the instances. */
  databaseUrl: string
  instances: Instance[]
  dispose: () => Promise<void>
}

/** One process of the shop. */
export type Instance = {
  url: string
  /** Ends the process with SIGKILL, as in a crash. */
  kill: () => Promise<void>
  /** Ends the process with SIGTERM, which lets it finish its requests. */
  end: () => Promise<void>
  /** Starts the process again after it has ended. Resolves when it is open. */
  start: () => Promise<void>
}

export type GroundSettings = {
  instances?: number
  /** Settings of every instance. */
  settings?: Record<string, string>
  /** Further settings of the instance with this index. */
  settingsOf?: (index: number) => Record<string, string>
  /** Returns the URL by which the instances reach the database at `databaseUrl`. */
  between?: (databaseUrl: string) => Promise<string>
}

/** Starts the servers and the instances. Each instance has a data folder of its own. Call `dispose` at the end. */
export async function openGround({
  instances: count = 3,
  settings = {},
  settingsOf = () => ({}),
  between = async (url) => url,
}: GroundSettings = {}): Promise<Ground> {
  const programs = findPostgres()
  if (!programs) throw new Error('PostgreSQL is not installed here.')
  const server = await startPostgres(programs)
  const database = await createDatabase(server.url)
  const folder = temporaryFolder('crema-outage-')
  const port = await freePort()
  const common = {
    DEMO: '1',
    TRUST_PROXY: '1',
    PUBLIC_URL: `http://localhost:${port}`,
    SECRETS: 'only-for-this-run-of-the-tests-not-for-a-shop',
    DRAIN_SECONDS: '1',
    ...settings,
  }
  const databaseUrl = await between(database.url)
  const instances = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      openInstance(
        { databaseUrl, dataDir: join(folder, String(index)) },
        { ...common, ...settingsOf(index) },
      ),
    ),
  )
  const nginx = await startNginx(
    port,
    instances.map(({ url }) => Number(new URL(url).port)),
  )
  return {
    url: `http://localhost:${port}`,
    server,
    databaseUrl: database.url,
    instances,
    dispose: async () => {
      await Promise.all(instances.map((instance) => instance.kill()))
      await nginx.stop()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function openInstance(
  place: { databaseUrl: string; dataDir: string },
  settings: Record<string, string>,
): Promise<Instance> {
  mkdirSync(place.dataDir)
  const PORT = String(await freePort())
  const start = () => startShopProcess({ ...place, dispose: async () => undefined }, { ...settings, PORT })
  let shop: ShopProcess = await start()
  return {
    url: `http://127.0.0.1:${PORT}`,
    kill: () => shop.kill(),
    end: async () => void (await shop.end()),
    start: async () => void (shop = await start()),
  }
}
