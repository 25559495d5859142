import type { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Config } from '#server/config.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { openSecrets } from '#server/platform/secrets/open-secrets.ts'
import { tableNames } from '../copy-rows.ts'
import { migrationsFolder } from '../run-command.ts'

const OLDEST = 15
const NEWEST_MIGRATION = 'SELECT max(substr(name, 1, 4)) AS number FROM migrations'

/** The tables in which the migrations themselves insert rows. */
const FILLED_BY_MIGRATIONS: readonly string[] = ['locks', 'counters', 'shop_settings']

/** The settings with which the database is opened. */
type TargetPlace = Pick<Config, 'postgres'> & { databaseUrl: string }

/** A database to which a shop is moved. `name` has no password, so that it can be printed and stored. */
export type Target = { client: pg.Client; name: string }

/**
 * Connects to the database, checks the version of its server, and runs the migrations. The caller must end the client.
 * Throws an error with a one-sentence message if the database cannot be used.
 */
export async function openTarget(place: TargetPlace, source: DatabaseSync): Promise<Target> {
  const { databaseUrl } = place
  const name = nameOf(databaseUrl)
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await orSay(`The database ${name} cannot be used`, () => client.connect())
  try {
    await refuseOldServer(client)
    await orSay(`The tables cannot be created in ${name}`, () => migrateTarget(place))
    await refuseOtherVersion(client, source)
    return { client, name }
  } catch (error) {
    await client.end()
    throw error
  }
}

/** Returns the URL without user name, password and parameters. */
function nameOf(databaseUrl: string): string {
  const { protocol, host, pathname } = new URL(databaseUrl)
  return `${protocol}//${host}${pathname}`
}

async function orSay(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const why = error instanceof Error ? error.message || error.name : String(error)
    throw new Error(`${what}: ${why}`, { cause: error })
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
  const version = rows[0]?.server_version ?? ''
  if (Number.parseInt(version, 10) < OLDEST)
    throw new Error(`The server runs PostgreSQL ${version}. The shop needs version ${OLDEST} or newer.`)
}

async function migrateTarget(place: TargetPlace): Promise<void> {
  const database = await openDatabase({ ...place, dataDir: '' })
  await migrate(database, migrationsFolder).finally(() => database.close())
}

async function refuseOtherVersion(client: pg.Client, source: DatabaseSync): Promise<void> {
  const { rows } = await client.query<{ number: string }>(NEWEST_MIGRATION)
  if (rows[0]?.number === source.prepare(NEWEST_MIGRATION).get()?.['number']) return
  throw new Error('The shop was last run by another version. Start it once with this version, then move it.')
}

/**
 * Throws if the database contains rows that were not copied by an interrupted try of the same move. Such a try leaves
 * the table `unfinished_move` with the id of the move.
 */
export async function refuseFull({ client, name }: Target, moveId: string): Promise<void> {
  const unfinished = await findUnfinished(client)
  if (unfinished === moveId) return
  if (unfinished !== null)
    throw new Error(`${name} contains the unfinished move of another shop. Move into an empty database.`)
  const checked = tableNames.filter((table) => !FILLED_BY_MIGRATIONS.includes(table))
  for (const table of checked) {
    const { rows } = await client.query<{ used: boolean }>(`SELECT EXISTS (SELECT 1 FROM ${table}) AS used`)
    if (rows[0]?.used) throw new Error(`${name} is not empty. Move into an empty database.`)
  }
}

/** Returns the id of the move that was copied into the database but not finished, or null. */
export async function findUnfinished(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ found: string | null }>(
    "SELECT to_regclass('unfinished_move')::text AS found",
  )
  if (!rows[0]?.found) return null
  const { rows: moves } = await client.query<{ id: string }>('SELECT id FROM unfinished_move')
  return moves[0]?.id ?? null
}

/**
 * Stores the secrets of `secrets.json` in the target if `SECRET_KEY` is set, so that what they have signed stays valid.
 * Otherwise stores only a hash of them, with which no process starts that has other secrets.
 */
export async function storeSecrets(config: Config): Promise<void> {
  const database = await openDatabase(config)
  await openSecrets({ ...config, database }).finally(() => database.close())
}
