import { readConfig } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import { text } from '#server/platform/environment.ts'
import { readSecretFile } from '#server/platform/secrets/open-secrets.ts'
import { readStoredSecrets } from '#server/platform/secrets/stored-secrets.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { runCommand } from './run-command.ts'

/**
 * `npm run print-secrets`: prints the setting `SECRETS` with the secrets that the shop has without it, so that no user
 * is signed out when it is set. Changes nothing, so the shop may be running.
 */
await runCommand(async () => {
  const config = readConfig(process.env)
  const stored = config.databaseUrl === null ? [] : await storedSecrets(config)
  const secrets = stored.length > 0 ? stored : readSecretFile(config.dataDir)
  if (secrets) return `SECRETS=${secrets.join(',')}`
  throw new Error(
    `There are no secrets in ${config.dataDir} or in a database. Make one for SECRETS with "openssl rand -base64 32".`,
  )
})

async function storedSecrets(config: Config): Promise<string[]> {
  const database = await openShopDatabase(config)
  const keys = ['SECRET_KEY', 'SECRET_KEY_OLD']
    .map((name) => text(process.env, name))
    .filter((key) => key !== null)
  return readStoredSecrets(database, keys).finally(() => database.close())
}
