import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { refuseLostDatabase } from '#server/platform/data-folder/refuse-lost-database.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import type { Tables } from '#server/tables.ts'

export const migrationsFolder = join(import.meta.dirname, '../../db/migrations')

/** The shop's database, up to date, for a command of the owner's. */
export async function openBooks(): Promise<{ config: Config; database: Database<Tables> }> {
  const config = readConfig(process.env)
  if (!config.databaseUrl) refuseLostDatabase(config.dataDir)
  const database = await openDatabase<Tables>(config)
  // The next write puts an end to this warning, and that may be the command's.
  if (database.warning) process.stderr.write(`${database.warning}\n`)
  await migrate(database, migrationsFolder)
  return { config, database }
}

/** Runs a command: its answer is printed, an error ends it with one sentence. */
export async function runCommand(command: (args: string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command(process.argv.slice(2))}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
