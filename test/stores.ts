import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createDatabase } from './postgres/create-database.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type StoreName = 'sqlite' | 'postgres'

/** A place for a shop's data, as `openDatabase` expects it. Close all connections before `dispose` removes it. */
export type Store = { dataDir: string; databaseUrl: string | null; dispose: () => Promise<void> }

export type StoreKind = {
  name: StoreName
  /** Creates a store whose database has all tables of the shop, without rows. */
  fresh: () => Promise<Store>
  /** Creates a store with nothing in it: an empty folder, and for PostgreSQL an empty database. */
  empty: () => Promise<Store>
}

const { sqliteFile, postgres } = inject('templates')

/** The databases to run a test on: `describe.each(stores)('… on $name', ({ fresh }) => …)`. */
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
