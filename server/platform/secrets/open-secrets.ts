import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { fileSecrets, makeSecretFile, readSecretFile } from './secret-file.ts'
import { SecretBox, WrongKey } from './secret-box.ts'
import { labelOf, SecretRows } from './secret-rows.ts'
import { makeSecrets, setOf } from './secret-set.ts'
import type { StoredSecret } from './secret-set.ts'
import { Secrets } from './secrets.ts'

/** `secretKey` and `oldSecretKey` are the settings `SECRET_KEY` and `SECRET_KEY_OLD`. */
export type SecretPlace<Tables> = {
  database: Database<Tables>
  dataDir: string
  secretKey: string | null
  oldSecretKey: string | null
}

/**
 * Opens the secrets of the shop, and makes them at the first start. On PostgreSQL with `SECRET_KEY` they are in the
 * database, encrypted, so that several processes have the same ones. Otherwise they are in the file `secrets.json`.
 * Throws an error with a one-sentence message if this process would use other secrets than other processes do.
 */
export async function openSecrets<Tables>(place: SecretPlace<Tables>): Promise<Secrets> {
  const { database, dataDir, secretKey, oldSecretKey } = place
  if (database.dialect === 'sqlite') return fileSecrets(dataDir)
  const rows = new SecretRows(database)
  // Two processes that start on one empty folder must not both make the file.
  if (secretKey === null) return database.exclusively(() => openWithoutKey(rows, dataDir))
  const box = new SecretBox(secretKey, oldSecretKey)
  if ((await rows.list()).length === 0) await rows.addFirst(await firstSecrets(rows, dataDir), box)
  const read = async () =>
    setOf((await rows.list()).map((row) => ({ ...secretOf(row, box), signs: row.signs })))
  const secrets: Secrets = new Secrets(await read(), () =>
    read().catch((error: unknown) => {
      // The secrets were encrypted with a new SECRET_KEY, and this process was not restarted with it yet. The secrets
      // that it has are still accepted.
      if (error instanceof WrongKey) return secrets.latest
      throw error
    }),
  )
  return secrets
}

/** Returns the encrypted secrets of the database, for a backup. Returns null if they are not in the database. */
export async function readStoredSecrets<Tables>({
  database,
  secretKey,
  oldSecretKey,
}: Omit<SecretPlace<Tables>, 'dataDir'>): Promise<StoredSecret[] | null> {
  if (database.dialect === 'sqlite') return null
  const rows = await new SecretRows(database).list()
  if (rows.length === 0) return null
  if (secretKey === null) throw needsKey()
  const box = new SecretBox(secretKey, oldSecretKey)
  return rows.map((row) => secretOf(row, box))
}

function secretOf(
  row: Awaited<ReturnType<SecretRows<unknown>['list']>>[number],
  box: SecretBox,
): StoredSecret {
  return { kind: row.kind, value: box.decrypt(row.value, labelOf(row)), expiresAt: row.expires_at }
}

/**
 * Says where the secrets are that `openSecrets` would use, or that there are none yet. Changes nothing. Throws the error
 * that `openSecrets` would throw. The database must have the table `secrets`.
 */
export async function findSecrets<Tables>(place: SecretPlace<Tables>): Promise<'database' | 'file' | null> {
  const { database, dataDir, secretKey } = place
  const stored = await readStoredSecrets(place)
  if (stored) {
    setOf(stored.map((secret) => ({ ...secret, signs: true })))
    return 'database'
  }
  if (database.dialect === 'sqlite') return readSecretFile(dataDir) && 'file'
  const refusal = secretKey === null ? otherSecrets(dataDir) : otherFolder(dataDir)
  return (await readSameFile(new SecretRows(database), dataDir, refusal)) && 'file'
}

/**
 * Returns the secrets with which a database begins that has none: those of the file, so that no user is signed out, or
 * new ones.
 */
async function firstSecrets<Tables>(rows: SecretRows<Tables>, dataDir: string): Promise<StoredSecret[]> {
  return (await readSameFile(rows, dataDir, otherFolder(dataDir))) ?? makeSecrets()
}

/** Returns the secrets of the file. Throws `refusal` if the shop on this database has used those of another file. */
async function readSameFile<Tables>(
  rows: SecretRows<Tables>,
  dataDir: string,
  refusal: Error,
): Promise<StoredSecret[] | null> {
  const inFile = readSecretFile(dataDir)
  const fingerprint = await rows.fingerprint()
  if (fingerprint !== null && (!inFile || fingerprint !== fingerprintOf(inFile))) throw refusal
  return inFile
}

async function openWithoutKey<Tables>(rows: SecretRows<Tables>, dataDir: string): Promise<Secrets> {
  if ((await rows.list()).length > 0) throw needsKey()
  const known = await rows.fingerprint()
  const inFile = await readSameFile(rows, dataDir, otherSecrets(dataDir))
  const own = fingerprintOf(inFile ?? makeSecretFile(dataDir))
  if (known === null) await rows.addFingerprint(own)
  if ((await rows.fingerprint()) !== own) throw otherSecrets(dataDir)
  return fileSecrets(dataDir)
}

function needsKey(): Error {
  return new Error(
    'The secrets of this shop are in its database, encrypted: set the SECRET_KEY with which its other processes run.',
  )
}

function otherFolder(dataDir: string): Error {
  return new Error(
    `The secrets of this shop are in the secrets.json of another data folder: start with SECRET_KEY on that folder first, or copy its secrets.json into ${dataDir}.`,
  )
}

function otherSecrets(dataDir: string): Error {
  return new Error(
    `The shop on this database has other secrets than ${dataDir}: set the same SECRET_KEY for all its processes, or restore its secrets.json. If that is lost, set SECRET_KEY and run "npm run rotate-secrets -- --sign-out", which signs all users out.`,
  )
}

/** Returns a hash of the newest secrets. The secrets are random, so they cannot be found from the hash. */
function fingerprintOf(stored: StoredSecret[]): string {
  const current = stored.filter(({ expiresAt }) => expiresAt === null).map(({ value }) => value)
  return createHash('sha256').update(JSON.stringify(current)).digest('base64url')
}
