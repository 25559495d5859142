import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
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
}

const { sqliteFile, postgres } = inject('templates')

/** The kinds of databases on which a test runs. Use them as `describe.each(stores)('… on $name', ({ fresh }) => …)`. */
export const stores: StoreKind[] = [
  { name: 'sqlite', fresh: copiedFile, empty: emptyFolder },
  ...(postgres
    ? [
        {
          name: 'postgres' as const,
          fresh: () => onServer(postgres.url, postgres.database),
          empty: () => onServer(postgres.url),
        },
      ]
    : []),
]

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
