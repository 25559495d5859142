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
import { test as staffTest } from './staff.ts'

export { expect } from './staff.ts'

type Mailing = { mailServer: MailServer; books: Books; shop: RunningShop }

/** Tests in a shop of their own, which mails to a server that is closed; `books` changes what is written there. */
export const test = staffTest.extend<object, Mailing>({
  mailServer: [
    async ({}, use) => {
      const server = await reserveMailServer()
      await use(server)
      server.close()
    },
    { scope: 'worker' },
  ],
  books: [
    async ({}, use) => {
      const books = await ownBooks()
      await use(books)
      await books.remove()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ mailServer, books }, use) => {
      const mail = {
        SMTP_URL: mailServer.url,
        MAIL_FROM: 'shop@coffee.example',
        MAIL_TO: 'owner@coffee.example',
      }
      const shop = await startShop({ ...mail, ...books.settings })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker' },
  ],
})

/** Where a shop writes, and a way to write there behind its back. */
type Books = {
  settings: Record<string, string>
  write: (statement: string) => Promise<void>
  remove: () => Promise<void>
}

async function ownBooks(): Promise<Books> {
  const server = process.env['CREMA_E2E_POSTGRES']
  return server
    ? booksOnServer(await createDatabase(server))
    : booksInFile(mkdtempSync(join(tmpdir(), 'crema-mail-')))
}

function booksOnServer({ url, drop }: Awaited<ReturnType<typeof createDatabase>>): Books {
  return {
    settings: { DATABASE_URL: url },
    write: async (statement) => {
      const client = new Client({ connectionString: url })
      await client.connect()
      await client.query(statement)
      await client.end()
    },
    remove: drop,
  }
}

function booksInFile(folder: string): Books {
  return {
    settings: { DATA_DIR: folder },
    write: async (statement) => {
      const database = new DatabaseSync(join(folder, 'crema.db'), { timeout: 5000 })
      database.exec(statement)
      database.close()
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
