import { hash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { fileSecrets, readSecretFile } from './secret-file.ts'
import { secretKinds, secretsOf } from './secret-set.ts'
import type { SecretSet } from './secret-set.ts'
import { listRows, readFingerprint, refuseStoredSecrets, storeFingerprint } from './stored-secrets.ts'
import type { SecretSettings } from './stored-secrets.ts'

type Place<Tables> = SecretSettings & { database: Database<Tables>; dataDir: string }

/**
 * Returns the secrets of the setting `SECRETS` or, without it, those of the file `secrets.json`, which is created at the
 * first start. Throws an error with a one-sentence message if the shop has used other secrets than these.
 */
export async function openSecrets<Tables>(place: Place<Tables>): Promise<SecretSet> {
  const { database, dataDir, secrets } = place
  if (secrets) {
    await refuseOtherSecrets(place)
    await storeFingerprint(database, null)
    return secrets
  }
  // Two processes that start on one empty folder must not both make the file.
  return database.exclusively(async () => {
    await refuseOtherSecrets(place)
    const inFile = fileSecrets(dataDir)
    await storeFingerprint(database, fingerprintOf(inFile))
    return inFile
  })
}

/** Throws an error if the database has other secrets or the fingerprint of another file. */
async function refuseOtherSecrets<Tables>(place: Place<Tables>): Promise<void> {
  const { database, dataDir, secrets } = place
  await refuseStoredSecrets(database, place)
  if (secrets) return
  const fingerprint = await readFingerprint(database)
  if (fingerprint === null) return
  const inFile = secretsOf(readSecretFile(dataDir) ?? [])
  if (!inFile || fingerprintOf(inFile) !== fingerprint)
    throw new Error(
      `The shop on this database has other secrets than ${dataDir}: set the same SECRETS for all its processes, or restore its secrets.json. If that is lost, set SECRETS to a new secret, which signs all users out.`,
    )
}

/** Returns a warning if the database has stored secrets that cannot be compared with the setting `SECRETS`. */
export async function warnOfStoredSecrets<Tables>(
  database: Database<Tables>,
  { secrets, storedSecretKeys }: SecretSettings,
): Promise<string | null> {
  if (!secrets || storedSecretKeys.secretKey !== null || (await listRows(database)).length === 0) return null
  return 'The database still has the secrets of an earlier version: set its SECRET_KEY beside SECRETS to have them compared and deleted or, if it is lost, delete all rows of the table "secrets".'
}

/** Returns a hash of the secrets that sign. They are random, so they cannot be found from it. */
function fingerprintOf(secrets: SecretSet): string {
  const current = secretKinds.map((kind) => secrets[kind].current)
  return hash('sha256', JSON.stringify(current), 'base64url')
}
