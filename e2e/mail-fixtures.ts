import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { createDatabase } from '../test/postgres/create-database.ts'
import { startShop } from '../test/processes/running-shop.ts'
import type { RunningShop } from '../test/processes/running-shop.ts'
import { reserveMailServer } from './mail-server.ts'
import type { MailServer } from './mail-server.ts'
import { test as staffTest } from './admin-fixtures.ts'

export { expect } from './admin-fixtures.ts'

type MailFixtures = { mailServer: MailServer; mailDatabase: MailDatabase; shop: RunningShop }

/**
 * The Playwright `test` function with a separate shop that sends mails. The mail server refuses connections until the
 * test calls `mailServer.open`. `mailDatabase` runs SQL on the shop's database directly.
 */
export const test = staffTest.extend<object, MailFixtures>({
  mailServer: [
    async ({}, use) => {
      const server = await reserveMailServer()
      await use(server)
      server.close()
    },
    { scope: 'worker' },
  ],
  mailDatabase: [
    async ({}, use) => {
      const database = await createMailDatabase()
      await use(database)
      await database.remove()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ mailServer, mailDatabase }, use) => {
      const shop = await startShop({ ...mailServer.settings, ...mailDatabase.settings })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
})

/**
 * A database for a shop. `settings` are the environment variables that make the shop use the database. `write` runs
 * an SQL statement on it while the shop runs. `read` returns the value of a query for one column of one row.
 */
type MailDatabase = {
  settings: Record<string, string>
  write: (statement: string) => Promise<void>
  read: (query: string) => Promise<unknown>
  remove: () => Promise<void>
}

async function createMailDatabase(): Promise<MailDatabase> {
  const server = process.env['CREMA_E2E_POSTGRES']
  return server
    ? databaseOnServer(await createDatabase(server))
    : databaseInFile(mkdtempSync(join(tmpdir(), 'crema-mail-')))
}

function databaseOnServer({ url, drop }: Awaited<ReturnType<typeof createDatabase>>): MailDatabase {
  async function query(statement: string): Promise<unknown> {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' })
    await client.end()
    return rows[0]?.[0]
  }
  return {
    settings: { DATABASE_URL: url },
    write: async (statement) => void (await query(statement)),
    read: query,
    remove: drop,
  }
}

function databaseInFile(folder: string): MailDatabase {
  return {
    settings: { DATA_DIR: folder },
    write: async (statement) => {
      const database = new DatabaseSync(join(folder, 'crema.db'), { timeout: 5000 })
      database.exec(statement)
      database.close()
    },
    read: async (query) => {
      const database = new DatabaseSync(join(folder, 'crema.db'), { timeout: 5000 })
      const row = database.prepare(query).get()
      database.close()
      return Object.values(row ?? {})[0]
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
