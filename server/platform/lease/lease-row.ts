import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Database } from '../database/database.ts'
import type { ProcessName } from './process-name.ts'

/**
 * The only row of the table `instances`. It names the process that holds the lease, which is the process that runs
 * the shop. Times are UTC milliseconds by the clock of the database server.
 */
export type LeaseRow = ProcessName & { holder: string; since: number; renewed_at: number }

/**
 * An SQL expression for the current time of the database server. All processes use this clock, because the clocks of
 * their machines may differ.
 */
const serverNow: RawBuilder<number> = sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

/**
 * The SQL statements for the row of the lease. The table of this row is not created by a migration, because only the
 * holder of the lease may run migrations.
 */
export class LeaseRows<Tables> {
  readonly #database: Database<Tables>

  constructor(database: Database<Tables>) {
    this.#database = database
  }

  async makeTable(): Promise<void> {
    await this.#database.exclusively(() =>
      this.#database.script(
        'CREATE TABLE IF NOT EXISTS instances (name TEXT PRIMARY KEY, holder TEXT NOT NULL, host TEXT NOT NULL, machine TEXT NOT NULL, pid BIGINT NOT NULL, since BIGINT NOT NULL, renewed_at BIGINT NOT NULL)',
      ),
    )
  }

  /**
   * Takes the lease if no process has it, or if it was not renewed for `expiryMs`. Returns whether `holder` has it
   * now.
   */
  claim(holder: string, { host, machine, pid }: ProcessName, expiryMs: number): Promise<boolean> {
    return this.#changesOne(sql`
      INSERT INTO instances (name, holder, host, machine, pid, since, renewed_at)
      VALUES ('shop', ${holder}, ${host}, ${machine}, ${pid}, ${serverNow}, ${serverNow})
      ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, host = excluded.host, machine = excluded.machine,
        pid = excluded.pid, since = excluded.since, renewed_at = excluded.renewed_at
      WHERE instances.renewed_at < ${serverNow} - ${expiryMs}
      RETURNING holder`)
  }

  /** Renews the lease. Returns false if `holder` no longer has it. */
  renew(holder: string): Promise<boolean> {
    return this.#changesOne(
      sql`UPDATE instances SET renewed_at = ${serverNow} WHERE name = 'shop' AND holder = ${holder} RETURNING holder`,
    )
  }

  release(holder: string): Promise<boolean> {
    return this.#changesOne(
      sql`DELETE FROM instances WHERE name = 'shop' AND holder = ${holder} RETURNING holder`,
    )
  }

  async find(): Promise<LeaseRow | null> {
    const { rows } =
      await sql<LeaseRow>`SELECT holder, host, machine, pid, since, renewed_at FROM instances WHERE name = 'shop'`.execute(
        this.#database.reserved,
      )
    return rows[0] ?? null
  }

  async #changesOne(statement: RawBuilder<unknown>): Promise<boolean> {
    const { rows } = await statement.execute(this.#database.reserved)
    return rows.length > 0
  }
}
