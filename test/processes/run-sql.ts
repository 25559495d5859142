import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

/** Where a shop keeps its database, which is an SQLite file if there is no URL. */
export type DatabasePlace = { dataDir: string; databaseUrl?: string | null | undefined }

/** Runs a statement on the database of a shop, which may be running. Returns the rows. */
export async function runSql({ dataDir, databaseUrl }: DatabasePlace, statement: string): Promise<object[]> {
  if (databaseUrl) {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query<object>(statement)
    await client.end()
    return rows
  }
  const database = new DatabaseSync(join(dataDir, 'crema.db'), { timeout: 5000 })
  const rows = database.prepare(statement).all()
  database.close()
  return rows
}
