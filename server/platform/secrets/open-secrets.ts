import { hash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../database/database.ts'
import { secretKinds, secretsOf, entryOf } from './secret-set.ts'
import type { SecretSet, SecretKind } from './secret-set.ts'
import { listRows, readFingerprint, refuseStoredSecrets, storeFingerprint } from './stored-secrets.ts'
import type { SecretSettings } from './stored-secrets.ts'
import { now } from '../clock.ts'
import { fileProblem } from '../data-folder/file-problem.ts'

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

const ADVICE = 'restore it from a backup, or delete it to have new secrets made, which signs all users out'

/** The content of the file. `older` are secrets that an earlier version has replaced. Times are in UTC milliseconds. */
type Content = Record<SecretKind, string> & {
  older?: { kind: SecretKind; value: string; expiresAt: number }[]
}

/**
 * Returns the secrets in the file `secrets.json` of the data folder. Creates the file at the first start, readable only
 * by the user who runs the shop. Throws an error with a one-sentence message if the file is damaged, or cannot be read
 * or written. A damaged file is never replaced.
 */
export function fileSecrets(dataDir: string): SecretSet {
  const secrets = secretsOf(readSecretFile(dataDir) ?? [])
  return secrets ?? makeSecretFile(dataDir)
}

/**
 * Returns the secrets in `secrets.json` as entries of a list (`secretsOf`), or null if there is no such file. Leaves
 * older secrets out that have expired.
 */
export function readSecretFile(dataDir: string): string[] | null {
  const file = fileIn(dataDir)
  const text = readText(file)
  if (text === null) return null
  try {
    // cast: `entryOf` throws if a value is not a secret.
    const { older = [], ...current } = JSON.parse(text) as Content
    return [
      ...secretKinds.map((kind) => entryOf(kind, current[kind])),
      ...older.filter(({ expiresAt }) => expiresAt > now()).map(({ kind, value }) => entryOf(kind, value)),
    ]
  } catch {
    throw new Error(`${file} is damaged: ${ADVICE}.`)
  }
}

function makeSecretFile(dataDir: string): SecretSet {
  const file = fileIn(dataDir)
  const secrets = secretsOf([randomBytes(32).toString('base64url')])
  if (!secrets) throw new Error('A text has secrets of all kinds.')
  const { session, device, tokenKey } = secrets
  const content: Content = { session: session.current, device: device.current, tokenKey: tokenKey.current }
  try {
    writeFileSync(`${file}.new`, JSON.stringify(content, null, 2), { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  } catch (error) {
    throw fileProblem(error, { file, ifDamaged: ADVICE })
  }
  return secrets
}

function readText(file: string): string | null {
  try {
    return existsSync(file) ? readFileSync(file, 'utf8') : null
  } catch (error) {
    throw fileProblem(error, { file, ifDamaged: ADVICE })
  }
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'secrets.json')
}
