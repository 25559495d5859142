import { randomBytes } from 'node:crypto'
import { Pool } from 'pg'

/**
 * Creates a database on a PostgreSQL server as a copy of the database `template`, which is an empty one by default.
 * No connection to the template may be open. `drop` removes the new database and closes its connections.
 */
export async function createDatabase(
  server: string,
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `crema_${randomBytes(8).toString('hex')}`
  // Copies the files of the template. The default strategy writes every page to the write-ahead log, which takes
  // twice as long.
  await runOn(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOn(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

const pools = new Map<string, Pool>()

/** Runs a statement on a connection that the next statements use too, because connecting takes longer than most of them. */
async function runOn(server: string, statement: string): Promise<void> {
  const pool = pools.get(server) ?? new Pool({ connectionString: server, max: 1, allowExitOnIdle: true })
  pools.set(server, pool)
  // The pool replaces a connection that breaks when the server stops.
  if (pool.listenerCount('error') === 0) pool.on('error', () => undefined)
  await pool.query(statement)
}
