import { createDecipheriv, scryptSync } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { entryOf } from './secret-set.ts'
import type { SecretKind } from './secret-set.ts'

/*
 * Earlier versions stored the secrets in PostgreSQL, in the table `secrets`, encrypted with the setting `SECRET_KEY`.
 * This version only prints them for the setting `SECRETS`, and deletes them when that is set. Without that setting, the
 * table has one row with kind `fingerprint`: a hash of the secrets in the file `secrets.json`.
 */

type Row = { kind: SecretKind; version: number; value: string }

/** Throws an error with a one-sentence message if an earlier version has stored the secrets of this shop. */
export async function refuseStoredSecrets<Tables>(database: Database<Tables>): Promise<void> {
  if ((await listRows(database)).length === 0) return
  throw new Error(
    'The secrets of this shop are in its database, where only earlier versions look for them: run "npm run print-secrets" with its SECRET_KEY, and set the SECRETS that it prints for all processes of the shop.',
  )
}

/**
 * Returns the stored secrets as entries of a list (`secretsOf`), the newest of each kind first. Throws an error with a
 * one-sentence message if none of the keys can decrypt them. These are the settings `SECRET_KEY` and `SECRET_KEY_OLD` of
 * the earlier version.
 */
export async function readStoredSecrets<Tables>(
  database: Database<Tables>,
  settings: string[],
): Promise<string[]> {
  const rows = await listRows(database)
  if (rows.length > 0 && settings.length === 0)
    throw new Error(
      'The secrets of this shop are in its database, encrypted: set the SECRET_KEY with which it ran before.',
    )
  const keys = settings.map((setting) => scryptSync(setting, 'crema secrets v1', 32))
  return rows.map((row) => entryOf(row.kind, decrypt(row, keys)))
}

/**
 * Decrypts the value of a row (AES-256-GCM, NIST SP 800-38D, with keys derived by scrypt, RFC 7914): `v1.` and, in
 * base64url, 12 bytes of nonce, the encrypted text and 16 bytes of authentication tag.
 */
function decrypt({ kind, version, value }: Row, keys: Buffer[]): string {
  const bytes = Buffer.from(value.slice('v1.'.length), 'base64url')
  for (const key of keys) {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      .setAAD(Buffer.from(`${kind} ${version}`))
      .setAuthTag(bytes.subarray(-16))
    try {
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    } catch {
      // The row was encrypted with another key.
    }
  }
  throw new Error(
    'SECRET_KEY is not the one with which the secrets of this shop are encrypted: set that one or, if it is lost, remove SECRET_KEY and set SECRETS to a new secret, which signs all users out.',
  )
}

/** Returns the rows of secrets that have not expired. */
async function listRows<Tables>(database: Database<Tables>): Promise<Row[]> {
  if (!(await hasTable(database))) return []
  const { rows } = await sql<Row>`
    SELECT kind, version, value FROM secrets
    WHERE kind <> 'fingerprint' AND (expires_at IS NULL OR expires_at > extract(epoch FROM now()) * 1000)
    ORDER BY kind, version DESC`.execute(database.read)
  return rows
}

async function hasTable<Tables>({ dialect, read }: Database<Tables>): Promise<boolean> {
  if (dialect === 'sqlite') return false
  const tables = await sql<{ name: string | null }>`SELECT to_regclass('secrets') AS name`.execute(read)
  return Boolean(tables.rows[0]?.name)
}

export async function readFingerprint<Tables>(database: Database<Tables>): Promise<string | null> {
  if (!(await hasTable(database))) return null
  const { rows } = await sql<{ value: string }>`SELECT value FROM secrets WHERE kind = 'fingerprint'`.execute(
    database.read,
  )
  return rows[0]?.value ?? null
}

/** Stores the fingerprint of the secrets in a file on PostgreSQL, where several processes may run. */
export async function storeFingerprint<Tables>(database: Database<Tables>, value: string): Promise<void> {
  if (database.dialect === 'sqlite') return
  await database.write(({ tx }) =>
    sql`INSERT INTO secrets (kind, version, value, signs_from) VALUES ('fingerprint', 0, ${value}, 0)
      ON CONFLICT DO NOTHING`.execute(tx),
  )
}

/** Deletes what the table has, because the secrets are in the setting `SECRETS`. Returns whether it had anything. */
export async function deleteStoredSecrets<Tables>(database: Database<Tables>): Promise<boolean> {
  const { numAffectedRows = 0n } = await database.write(({ tx }) => sql`DELETE FROM secrets`.execute(tx))
  return numAffectedRows > 0n
}
