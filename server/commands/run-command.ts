import { join } from 'node:path'
import { readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { refuseLostDatabase } from '#server/platform/data-folder/take-folder.ts'
import { migrate } from '#server/platform/database/migrations.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

export const migrationsFolder = join(import.meta.dirname, '../../db/migrations')

/** Opens and migrates the shop's database for a command. The caller must close the database. */
export async function openCommandDatabase(): Promise<{ config: Config; database: ShopDatabase }> {
  const config = readConfig(process.env)
  if (!config.databaseUrl) refuseLostDatabase(config.dataDir)
  const database = await openShopDatabase(config)
  // The warning reports that data was lost. Once this command has written to the database, neither the shop nor another
  // command can detect that loss any more. The warning is therefore printed first.
  if (database.warning) process.stderr.write(`${database.warning}\n`)
  try {
    await migrate(database, migrationsFolder)
    return { config, database }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Runs a command and prints the text that it returns. If the command throws, prints the error's message without a
 * stack trace and sets exit code 1.
 */
export async function runCommand(command: (args: string[]) => Promise<string>): Promise<void> {
  try {
    process.stdout.write(`${await command(process.argv.slice(2))}\n`)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
