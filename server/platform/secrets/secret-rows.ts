import { sql } from 'kysely'
import type { Kysely, RawBuilder } from 'kysely'
import type { Database } from '../database/database.ts'
import type { SecretBox } from './secret-box.ts'
import { ACCEPTED_MS, makeSecrets, secretKinds } from './secret-set.ts'
import type { SecretKind, StoredSecret } from './secret-set.ts'

/**
 * A row of the table `secrets`. `version` counts up with each rotation. `signs` is false for the first seconds of a new
 * secret. Times are UTC milliseconds by the clock of the database server, because the clocks of the processes may
 * differ.
 */
type SecretRow = {
  kind: SecretKind
  version: number
  value: string
  signs: boolean
  expires_at: number | null
}

const serverNow: RawBuilder<number> = sql`(extract(epoch FROM statement_timestamp()) * 1000)::bigint`

/**
 * New secrets sign only this many milliseconds after they were stored. Until then every process has read them, because
 * none uses secrets that are older than a few seconds (`Secrets`).
 */
const UNTIL_SIGNING_MS = 15_000

/** The value of `kind` in the row that has the fingerprint of the secrets in a file instead of a secret. */
const FINGERPRINT = 'fingerprint'

/** The SQL statements for the table `secrets`, which is used on PostgreSQL. */
export class SecretRows<Tables> {
  readonly #database: Database<Tables>

  constructor(database: Database<Tables>) {
    this.#database = database
  }

  /** Returns the encrypted secrets that have not expired, with the newest first. */
  async list(): Promise<SecretRow[]> {
    const { rows } = await sql<SecretRow>`
      SELECT kind, version, value, signs_from <= ${serverNow} AS signs, expires_at FROM secrets
      WHERE kind <> ${FINGERPRINT} AND (expires_at IS NULL OR expires_at > ${serverNow})
      ORDER BY version DESC`.execute(this.#database.read)
    return rows
  }

  async fingerprint(): Promise<string | null> {
    const { rows } = await sql<{
      value: string
    }>`SELECT value FROM secrets WHERE kind = ${FINGERPRINT}`.execute(this.#database.read)
    return rows[0]?.value ?? null
  }

  /** Stores the fingerprint, unless there already is one. */
  async addFingerprint(value: string): Promise<void> {
    await this.#database.write(({ tx }) =>
      sql`INSERT INTO secrets (kind, version, value, signs_from) VALUES (${FINGERPRINT}, 0, ${value}, 0)
        ON CONFLICT DO NOTHING`.execute(tx),
    )
  }

  /**
   * Stores the first secrets of the shop. Changes nothing if there already are some, so that several processes that
   * start at the same moment use the same secrets.
   */
  async addFirst(stored: StoredSecret[], box: SecretBox): Promise<void> {
    await this.#database.write(async ({ tx }) => {
      for (const kind of secretKinds) {
        const own = stored.filter((secret) => secret.kind === kind)
        for (const [index, { value, expiresAt }] of own.entries())
          await insert(tx, { kind, version: 1 - index, value, expiresAt, waitMs: 0 }, box)
      }
    })
  }

  /**
   * Stores new secrets, and encrypts all others with the present `SECRET_KEY`. The older secrets are accepted until
   * everything that they signed has expired.
   */
  async rotate(box: SecretBox): Promise<void> {
    await this.#database.write(async ({ tx }) => {
      const { rows } = await sql<Pick<SecretRow, 'kind' | 'version'>>`
        UPDATE secrets SET expires_at = ${serverNow} + ${UNTIL_SIGNING_MS}::bigint + ${acceptedMs}
        WHERE kind <> ${FINGERPRINT} AND expires_at IS NULL RETURNING kind, version`.execute(tx)
      if (rows.length !== secretKinds.length)
        throw new Error('Another process is making new secrets at this moment.')
      await encryptAgain(tx, box)
      for (const { kind, value } of makeSecrets()) {
        const version = 1 + (rows.find((row) => row.kind === kind)?.version ?? 0)
        await insert(tx, { kind, version, value, expiresAt: null, waitMs: UNTIL_SIGNING_MS }, box)
      }
    })
  }

  /** Replaces all secrets. Everything that was signed before is invalid. */
  async replaceAll(box: SecretBox): Promise<void> {
    await this.#database.write(async ({ tx }) => {
      await sql`DELETE FROM secrets`.execute(tx)
      for (const { kind, value } of makeSecrets())
        await insert(tx, { kind, version: 1, value, expiresAt: null, waitMs: 0 }, box)
    })
  }
}

/** Deletes the secrets with which nothing can be signed that is still valid. */
export async function eraseExpiredSecrets<Tables>(database: Database<Tables>): Promise<void> {
  await database.write(({ tx }) => sql`DELETE FROM secrets WHERE expires_at <= ${serverNow}`.execute(tx))
}

/** Returns the text for which a secret is encrypted. */
export function labelOf({ kind, version }: Pick<SecretRow, 'kind' | 'version'>): string {
  return `${kind} ${version}`
}

const acceptedMs: RawBuilder<number> = sql`CASE kind ${sql.join(
  secretKinds.map((kind) => sql`WHEN ${sql.lit(kind)} THEN ${sql.lit(ACCEPTED_MS[kind])}`),
  sql` `,
)} END`

type NewRow = StoredSecret & { version: number; waitMs: number }

async function insert<Tables>(tx: Kysely<Tables>, row: NewRow, box: SecretBox): Promise<void> {
  await sql`
    INSERT INTO secrets (kind, version, value, signs_from, expires_at)
    VALUES (${row.kind}, ${row.version}, ${box.encrypt(row.value, labelOf(row))},
      ${serverNow} + ${row.waitMs}::bigint, ${row.expiresAt})
    ON CONFLICT DO NOTHING`.execute(tx)
}

async function encryptAgain<Tables>(tx: Kysely<Tables>, box: SecretBox): Promise<void> {
  const { rows } = await sql<SecretRow>`
    SELECT kind, version, value FROM secrets WHERE kind <> ${FINGERPRINT}`.execute(tx)
  for (const row of rows) {
    const value = box.encrypt(box.decrypt(row.value, labelOf(row)), labelOf(row))
    await sql`UPDATE secrets SET value = ${value} WHERE kind = ${row.kind} AND version = ${row.version}`.execute(
      tx,
    )
  }
}
