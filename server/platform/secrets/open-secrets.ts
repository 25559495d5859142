import type { Database } from '../database/database.ts'
import { fileSecrets } from './secret-file.ts'
import type { SecretSet } from './secret-set.ts'
import { refuseStoredSecrets } from './stored-secrets.ts'

type Place<Tables> = { database: Database<Tables>; dataDir: string; secrets: SecretSet | null }

/**
 * Returns the secrets of the setting `SECRETS` or, without it, those of the file `secrets.json`, which is created at the
 * first start. Throws an error with a one-sentence message if an earlier version has stored them elsewhere.
 */
export async function openSecrets<Tables>({ database, dataDir, secrets }: Place<Tables>): Promise<SecretSet> {
  if (secrets) return secrets
  await refuseStoredSecrets(database)
  // Two processes that start on one empty folder must not both make the file.
  return database.exclusively(async () => fileSecrets(dataDir))
}
