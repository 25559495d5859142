import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/platform/database/migrations.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { openForCustomers } from '../selling/open-for-customers.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { createDatabase } from './create-database.ts'
import { findPostgres, startPostgres } from './server.ts'

/**
 * Databases that have all tables, and one row which says that the shop is open for customers. Each test shop gets a copy
 * of one of them, which is faster than running all migrations.
 */
export type Templates = {
  /** The path of an SQLite database to which no connection is open. */
  sqliteFile: string
  /**
   * The URL of the PostgreSQL server for the tests, and the name of the database to copy. Null if PostgreSQL is not
   * installed.
   */
  postgres: { url: string; database: string } | null
}

declare module 'vitest' {
  interface ProvidedContext {
    templates: Templates
  }
}

export const migrationsFolder = join(import.meta.dirname, '../../db/migrations')

/**
 * The global setup of Vitest. It starts a PostgreSQL server if one is installed, and creates the databases that the
 * tests copy. The returned function stops the server and removes the files.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = temporaryFolder('crema-template-')
  const programs = findPostgres()
  const server = programs ? await startPostgres(programs) : null
  await migrateStore({ dataDir: folder, databaseUrl: null })
  const template = server ? await makePostgresTemplate(server.url) : ''
  project.provide('templates', {
    sqliteFile: join(folder, 'crema.db'),
    postgres: server && { url: server.url, database: template },
  })
  return async () => {
    if (server) await server.stop()
    else console.warn('\n*** PostgreSQL is not installed here: its half of the tests was SKIPPED. ***\n')
    rmSync(folder, { recursive: true })
  }
}

async function makePostgresTemplate(server: string): Promise<string> {
  const { url } = await createDatabase(server)
  await migrateStore({ dataDir: '', databaseUrl: url })
  return new URL(url).pathname.slice(1)
}

/** Runs the migrations that have not been applied to a database yet, and opens the shop for customers. */
export async function migrateStore(place: { dataDir: string; databaseUrl: string | null }): Promise<void> {
  const database = await openShopDatabase(place)
  await migrate(database, migrationsFolder)
  await database.close()
  await openForCustomers(place)
}
