import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject, test } from 'vitest'
import type { TestAPI } from 'vitest'
import { createDatabase } from './postgres/create-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type StoreName = 'sqlite' | 'postgres'

/**
 * The data folder and the database URL of a test shop. If the URL is null, the database is an SQLite file in the
 * folder. `dispose` removes both. All connections must be closed before that.
 */
export type Store = { dataDir: string; databaseUrl: string | null; dispose: () => Promise<void> }

export type StoreKind = {
  name: StoreName
  /** Creates a data folder and a database that has all tables, of a shop that is open and has nothing to sell. */
  fresh: () => Promise<Store>
  /** Creates an empty data folder and, for PostgreSQL, an empty database. */
  empty: () => Promise<Store>
  /** Defines a test that depends on no database, and so runs only on the first kind. */
  once: TestAPI['skip']
}

const { sqliteFile, postgres } = inject('templates')

/**
 * The kinds of databases on which a test runs if it is about SQL, transactions, races or dates, or is the main story of
 * a domain. Use them as `describe.each(stores)('… on $name', ({ fresh }) => …)`. All other tests use `anyStore` or
 * `once`.
 */
export const stores: StoreKind[] = [
  { name: 'sqlite', fresh: copiedFile, empty: emptyFolder, once: test },
  ...(postgres
    ? [
        {
          name: 'postgres' as const,
          fresh: () => onServer(postgres.url, postgres.database),
          empty: () => onServer(postgres.url),
          once: test.skip,
        },
      ]
    : []),
]

/** One kind of database, for tests of what is the same on all of them: gateways, texts, mails, and the shape of HTTP. */
export const anyStore = stores.slice(0, 1)

async function emptyFolder(): Promise<Store> {
  const dataDir = temporaryFolder('crema-test-')
  return {
    dataDir,
    databaseUrl: null,
    dispose: async () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

async function copiedFile(): Promise<Store> {
  const store = await emptyFolder()
  copyFileSync(sqliteFile, join(store.dataDir, 'crema.db'))
  return store
}

async function onServer(server: string, template?: string): Promise<Store> {
  const folder = await emptyFolder()
  const database = await createDatabase(server, template)
  return {
    ...folder,
    databaseUrl: database.url,
    dispose: async () => {
      await database.drop()
      await folder.dispose()
    },
  }
}
