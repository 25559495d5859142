import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import { findSecrets } from '#server/platform/secrets/open-secrets.ts'
import { WrongKey } from '#server/platform/secrets/secret-box.ts'
import { readSecretFile } from '#server/platform/secrets/secret-file.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { ok, warn } from './check.ts'
import type { Check, Finding } from './check.ts'

/**
 * Checks the secrets with which sessions and access tokens are signed, as the start of the shop does. Does not create
 * them if they are missing.
 */
export const checkIdentity: Check = {
  name: 'identity',
  run: async ({ config }) => {
    const { databaseUrl, dataDir, postgres } = config
    if (databaseUrl === null) return [inFile(config, readSecretFile(dataDir) !== null)]
    const database = await openShopDatabase({
      dataDir,
      databaseUrl,
      postgres: { ...postgres, replicaUrl: null },
    })
    try {
      return [await findInDatabase(database, config)]
    } finally {
      await database.close()
    }
  },
}

async function findInDatabase(database: ShopDatabase, config: Config): Promise<Finding> {
  if (!(await hasTable(database))) return inFile(config, readSecretFile(config.dataDir) !== null)
  const place = await findSecrets({ ...config, database })
  if (place !== 'database') return inFile(config, place === 'file')
  const { oldSecretKey } = config
  if (oldSecretKey === null) return ok('The secrets for signing in can be decrypted with SECRET_KEY.')
  return (await isEnough(database, config))
    ? warn('SECRET_KEY_OLD is not needed any more: leave it out at the next restart.')
    : warn('Some secrets are encrypted with SECRET_KEY_OLD: run "npm run rotate-secrets" with both keys.')
}

/** Returns whether all secrets can be decrypted with `SECRET_KEY` alone. */
async function isEnough(database: ShopDatabase, config: Config): Promise<boolean> {
  try {
    await findSecrets({ ...config, database, oldSecretKey: null })
    return true
  } catch (error) {
    if (error instanceof WrongKey) return false
    throw error
  }
}

/** Returns whether the database has been migrated far enough to contain secrets. */
async function hasTable({ read }: ShopDatabase): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`SELECT to_regclass('secrets') AS name`.execute(read)
  return rows[0]?.name !== null
}

/** Says what the start does with the file of the data folder, which is not compared with anything else any more. */
function inFile({ databaseUrl, dataDir, secretKey }: Config, exists: boolean): Finding {
  const file = join(dataDir, 'secrets.json')
  if (databaseUrl === null)
    return exists
      ? ok('The secrets for signing in can be read.')
      : warn(`${file} is not there yet. The first start of the shop creates it.`)
  if (secretKey !== null)
    return warn(
      exists
        ? `The secrets are not in the database yet. The next start copies those of ${file} into it, encrypted.`
        : 'There are no secrets yet. The first start of the shop makes them in the database.',
    )
  return warn(
    exists
      ? `The secrets are in ${file}, so only processes with this folder can run: set SECRET_KEY for several machines.`
      : `${file} is not there yet. The first start of the shop creates it. Set SECRET_KEY before that for several machines.`,
  )
}
