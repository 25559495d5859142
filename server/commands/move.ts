import type { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { verifyBooks } from '#server/books/verify-books.ts'
import { readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { NO_TIMEOUTS } from '#server/platform/postgres/postgres-settings.ts'
import { findMove } from '#server/platform/moved/moved.ts'
import { copyToPostgres } from './copy-rows.ts'
import { runCommand } from './run-command.ts'
import { compareTables } from './moving/compare.ts'
import { moveBack } from './moving/move-back.ts'
import { beginMove, openSource, refuseNul, refuseWrites } from './moving/source.ts'
import { findUnfinished, openTarget, refuseFull, storeSecrets } from './moving/target.ts'
import type { Target } from './moving/target.ts'

const USAGE = 'Say where to: npm run move -- postgres://user:password@host/database'

const NEXT =
  'Set DATABASE_URL to this database, keep DATA_DIR with the pictures and secrets as it is, and restart the shop: until then it shows everything but sells nothing.'

const SECRETS_MOVED =
  'Its secrets are in the database, too, encrypted with SECRET_KEY: start all processes with the same one, and all users stay signed in.'

const SECRETS_STAY =
  'Its secrets are still in secrets.json. To run several processes, set SECRET_KEY, and make the first start with it in this DATA_DIR: that stores the secrets in the database, and all users stay signed in.'

type Move = { source: DatabaseSync; target: Target; id: string; config: Config }

/**
 * `npm run move -- postgres://…`: moves the shop in the data folder from SQLite to PostgreSQL while the shop is running.
 * The shop serves reads all the time, but no writes from the start of the copy on. The rows are copied in one
 * transaction and compared. Only then does the old database refuse all writes for good. If the command is interrupted
 * before that, the shop continues on SQLite. `npm run move -- back` undoes a move after which nothing was changed.
 */
await runCommand(async ([first]) => {
  const isBack = first === 'back'
  const address = isBack ? undefined : first
  const config = readConfig({ ...process.env, ...(address && { DATABASE_URL: address }) })
  if (!config.databaseUrl) throw new Error(USAGE)
  const source = openSource(config.dataDir)
  try {
    const target = await openTarget({ ...config, databaseUrl: config.databaseUrl }, source)
    try {
      return isBack ? await moveBack(source, target) : await moveTo(source, target, config)
    } finally {
      await target.client.end()
    }
  } finally {
    source.close()
  }
})

async function moveTo(source: DatabaseSync, target: Target, config: Config): Promise<string> {
  const next = `${NEXT} ${config.secretKey === null ? SECRETS_STAY : SECRETS_MOVED}`
  if (await finishInterrupted(source, target, config))
    return `The move to ${target.name} is complete. ${next}`
  const move = { source, target, config, id: beginMove(source, target.name) }
  await refuseFull(target, move.id)
  refuseNul(source)
  const { seconds, rows } = await moveAll(move)
  return `The shop is in ${target.name}: ${rows} rows, compared with the old ones. It could not sell for ${seconds} s until now. ${next}`
}

/**
 * An earlier try may have been interrupted after both databases were committed. Finishes it and returns true in this
 * case.
 */
async function finishInterrupted(source: DatabaseSync, target: Target, config: Config): Promise<boolean> {
  const move = findMove(source)
  if (!move?.moved_at || (await findUnfinished(target.client)) !== move.id) return false
  await finish(target, config)
  return true
}

/** Stores the secrets, and removes the mark with which no shop starts on the target. */
async function finish({ client }: Target, config: Config): Promise<void> {
  await storeSecrets(config)
  await client.query('DROP TABLE unfinished_move')
}

/**
 * Copies and compares all rows while this process holds SQLite's write lock. The target is committed first, with a mark
 * that no shop starts on. If the command is interrupted between the two commits, it can therefore be run again.
 */
async function moveAll({ source, target, id, config }: Move): Promise<{ seconds: string; rows: number }> {
  const { client } = target
  source.exec('BEGIN IMMEDIATE')
  const started = performance.now()
  try {
    await client.query(`BEGIN;${NO_TIMEOUTS}`)
    await client.query("SET LOCAL synchronous_commit TO 'on'; SET LOCAL maintenance_work_mem TO '256MB'")
    await copyToPostgres(source, client, (table) => process.stderr.write(`Copying ${table}\n`))
    const rows = await verify(source, client)
    await client.query('CREATE TABLE IF NOT EXISTS unfinished_move (id TEXT PRIMARY KEY)')
    await client.query('INSERT INTO unfinished_move VALUES ($1) ON CONFLICT DO NOTHING', [id])
    await client.query('COMMIT')
    refuseWrites(source)
    source.exec('COMMIT')
    await finish(target, config)
    return { seconds: ((performance.now() - started) / 1000).toFixed(1), rows }
  } catch (error) {
    if (source.isTransaction) source.exec('ROLLBACK')
    throw error
  }
}

/** Compares the rows, and checks the books of the target. Returns the number of rows. */
async function verify(source: DatabaseSync, client: pg.ClientBase): Promise<number> {
  process.stderr.write('Comparing\n')
  const { differences, rows } = await compareTables(source, client)
  const query = async (sql: string) => (await client.query<Record<string, unknown>>(sql)).rows
  const faults = await verifyBooks(query)
  // Faults that the old books have as well were not made by the move. `npm run verify-books` reports them.
  const known = faults.length > 0 ? await verifyBooks(async (sql) => source.prepare(sql).all()) : []
  const found = [...differences, ...faults.filter((fault) => !known.includes(fault))]
  if (found.length === 0) return rows
  throw new Error(
    [...found, 'The copy differs from the shop. Nothing was moved, and the shop continues on SQLite.'].join(
      '\n',
    ),
  )
}
