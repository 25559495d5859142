import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createDatabase } from './postgres/create-database.ts'

export type StoreName = 'sqlite' | 'postgres'

/** An empty place for a shop's data, as `openDatabase` expects it. `dispose` removes it. */
export type Store = { dataDir: string; databaseUrl: string | null; dispose: () => Promise<void> }

const serverUrl = inject('postgresUrl')

/** The databases to run a test on: `describe.each(stores)('… on $name', ({ fresh }) => …)`. */
export const stores: { name: StoreName; fresh: () => Promise<Store> }[] = [
  { name: 'sqlite', fresh: () => freshStore('sqlite') },
  ...(serverUrl ? [{ name: 'postgres' as const, fresh: () => freshStore('postgres') }] : []),
]

/** Creates an empty folder, and for PostgreSQL an empty database. Close all connections before `dispose`. */
async function freshStore(name: StoreName): Promise<Store> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crema-test-'))
  const removeFolder = async () => rmSync(dataDir, { recursive: true, force: true })
  if (name === 'sqlite') return { dataDir, databaseUrl: null, dispose: removeFolder }
  if (!serverUrl) throw new Error('PostgreSQL is not installed here: use the list of stores')
  const database = await createDatabase(serverUrl)
  return {
    dataDir,
    databaseUrl: database.url,
    dispose: async () => {
      await database.drop()
      await removeFolder()
    },
  }
}
