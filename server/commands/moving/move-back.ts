import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { NO_TIMEOUTS } from '#server/platform/postgres/postgres-settings.ts'
import { findMove } from '#server/platform/moved/moved.ts'
import { tableNames } from '../copy-rows.ts'
import { compareTables } from './compare.ts'
import { acceptWrites } from './source.ts'
import { findUnfinished } from './target.ts'
import type { Target } from './target.ts'

/** Tables that change when people only look at the shop. Their new rows would be lost without harm. */
const MAY_DIFFER: readonly string[] = ['identity_sessions', 'identity_verifications', 'firebase_sessions']

/**
 * Lets the SQLite database accept writes again, if nothing was changed on PostgreSQL since the move. The database on
 * PostgreSQL gets the mark with which no shop starts on it, and with which the shop can be moved there again.
 */
export async function moveBack(source: DatabaseSync, { client, name }: Target): Promise<string> {
  const move = findMove(source)
  if (!move?.moved_at) throw new Error('This shop was not moved, so there is nothing to take back.')
  await refuseInUse({ client, name })
  const tables = tableNames.filter((table) => !MAY_DIFFER.includes(table))
  await client.query(`BEGIN;${NO_TIMEOUTS}`)
  await client.query(`LOCK TABLE ${tableNames.join(', ')} IN ACCESS EXCLUSIVE MODE`)
  const { differences } = await compareTables(source, client, tables)
  if (differences.length > 0)
    throw new Error(
      [...differences, `Something was changed in ${name} since the move, and would be lost.`].join('\n'),
    )
  if ((await findUnfinished(client)) === null) {
    await client.query('CREATE TABLE unfinished_move (id TEXT PRIMARY KEY)')
    await client.query('INSERT INTO unfinished_move VALUES ($1)', [move.id])
  }
  await client.query('COMMIT')
  source.exec('BEGIN IMMEDIATE')
  acceptWrites(source)
  source.exec('COMMIT')
  return 'The shop is on SQLite again. Remove DATABASE_URL from the settings, and start the shop.'
}

/** For so many milliseconds, other connections to the database may still end. */
const PATIENCE_MS = 2000
const PAUSE_MS = 50

/**
 * Throws if other connections to the database stay open. PostgreSQL still lists a connection for a moment after its
 * client has closed it, for example those with which this command has run the migrations.
 */
async function refuseInUse({ client, name }: Target): Promise<void> {
  const start = performance.now()
  while (await isInUse(client)) {
    if (performance.now() - start > PATIENCE_MS)
      throw new Error(`A shop may still run on ${name}. Stop it first.`)
    await pause(PAUSE_MS)
  }
}

async function isInUse(client: Target['client']): Promise<boolean> {
  const { rows } = await client.query<{ others: string }>(
    "SELECT count(*) AS others FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'",
  )
  return Number(rows[0]?.others) > 0
}
