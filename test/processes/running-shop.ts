import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { instantPayments, openForCustomers } from '../selling/open-for-customers.ts'
import { createDatabase } from '../postgres/create-database.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { calling, withCheapHashes } from './child-node.ts'
import { settingsOf } from './run-command.ts'
import { runSql } from './run-sql.ts'
import { startProgram } from './start-program.ts'

/** A built shop in a process of its own, with data of its own. */
export type RunningShop = {
  /** The origin of the shop, without a slash at the end. It is the same after a restart. */
  url: string
  /** Ends the process with SIGKILL, so that the shop cannot clean up, as in a crash. */
  kill: () => Promise<void>
  /** Closes the shop if it still runs, and starts it again with the same data on the same port. */
  restart: () => Promise<void>
  /** Closes the shop and removes its data. */
  dispose: () => Promise<void>
}

/**
 * Starts a built demo shop on a free port, with an empty data folder. If `CREMA_E2E_POSTGRES` is the URL of a
 * PostgreSQL server, the shop uses an empty database on that server. Throws with the output of the shop
 * if the process ends.
 *
 * A shop without demo mode is opened for customers, unless `opensLater` is set.
 */
export async function startShop(
  settings: NodeJS.ProcessEnv = {},
  { opensLater = false } = {},
): Promise<RunningShop> {
  const place = await freshPlace()
  const environment: NodeJS.ProcessEnv = {
    ...place.settings,
    DEMO: '1',
    ...instantPayments(settings),
    ...settings,
  }
  let open = await openBuiltShop({ PORT: '0', ...environment }).catch(async (error: unknown) => {
    await place.remove()
    throw error
  })
  const { url } = open
  if (environment['DEMO'] === '0' && !opensLater) await openForCustomers(placeOf(environment))
  return {
    url,
    kill: () => open.end('SIGKILL'),
    restart: async () => {
      await open.end('SIGTERM')
      open = await openBuiltShop({ PORT: new URL(url).port, ...environment })
    },
    dispose: async () => {
      await open.end('SIGTERM')
      await place.remove()
    },
  }
}

/**
 * Starts a built shop as a process and waits until its health check succeeds. The process ends with that of the test, even
 * after SIGKILL. Password hashes are cheap: nearly every browser test signs up, and a real hash takes more processor time
 * than many whole tests.
 */
async function openBuiltShop(settings: NodeJS.ProcessEnv) {
  const { PUBLIC_URL: _, ...env } = process.env
  const preloaded = [...calling('endWithParent', 'scripts/setup/end-with-parent.mjs'), ...withCheapHashes]
  const { child, ready, end } = await startProgram(
    [process.execPath, ...preloaded, 'dist/main.js'],
    { cwd: join(import.meta.dirname, '../..'), env: { ...env, ...settings } },
    async (said) => {
      const url = /Crema is open at (http:\S+)/.exec(said)?.[1]
      return url !== undefined && (await fetch(`${url}/healthz`)).ok ? url : null
    },
  )
  return {
    url: ready,
    end: async (signal: NodeJS.Signals) => {
      const force = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await end(signal)
      clearTimeout(force)
    },
  }
}

function placeOf({ DATA_DIR, DATABASE_URL }: NodeJS.ProcessEnv) {
  return { dataDir: String(DATA_DIR), databaseUrl: DATABASE_URL }
}

/** An empty folder and, with `CREMA_E2E_POSTGRES`, an empty database. `settings` make a shop use both. */
export type FreshPlace = {
  settings: Record<string, string>
  /** Runs a statement on the database, also while a shop runs. Returns the rows. */
  run: (statement: string) => Promise<object[]>
  remove: () => Promise<void>
}

export async function freshPlace(): Promise<FreshPlace> {
  const dataDir = temporaryFolder('crema-shop-')
  const server = process.env['CREMA_E2E_POSTGRES']
  const database = server ? await createDatabase(server) : null
  const place = { dataDir, databaseUrl: database?.url }
  return {
    settings: settingsOf(place),
    run: (statement) => runSql(place, statement),
    remove: async () => {
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
