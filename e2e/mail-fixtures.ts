import { freshPlace } from '../test/processes/running-shop.ts'
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
      const { settings, run, remove } = await freshPlace()
      await use({
        settings,
        write: async (statement) => void (await run(statement)),
        read: async (query) => Object.values((await run(query))[0] ?? {})[0],
      })
      await remove()
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
}
