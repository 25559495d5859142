import { rmSync } from 'node:fs'
import { createDatabase } from '../test/postgres/create-database.ts'
import { runSql } from '../test/processes/run-sql.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { reserveMailServer } from './mail-server.ts'
import type { MailServer } from './mail-server.ts'
import { test as staffTest } from './admin-fixtures.ts'

export { expect } from './admin-fixtures.ts'

type MailFixtures = { mailServer: MailServer; mailDatabase: MailDatabase }

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
  settings: [
    async ({ settings, mailServer, mailDatabase }, use) =>
      use({ ...settings, ...mailServer.settings, ...mailDatabase.settings }),
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
  const database = server ? await createDatabase(server) : null
  const dataDir = temporaryFolder('crema-mail-')
  const place = { dataDir, databaseUrl: database?.url }
  return {
    settings: database ? { DATABASE_URL: database.url } : { DATA_DIR: dataDir },
    write: async (statement) => void (await runSql(place, statement)),
    read: async (query) => Object.values((await runSql(place, query))[0] ?? {})[0],
    remove: async () => {
      await database?.drop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
