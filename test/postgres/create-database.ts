import { randomBytes } from 'node:crypto'
import { Client } from 'pg'

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

async function runOn(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
