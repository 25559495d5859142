import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { isStalePlan } from '../database/database-errors.ts'

/**
 * The maximum number of statements that get a name. A connection keeps every prepared statement until it ends, so
 * statements whose text varies, such as those with long lists of values, must not use up its memory.
 */
const MAX_NAMES = 500

/** A statement as `pg` takes it. Without a name, it is parsed and planned each time. */
type Statement = { name?: string; text: string }

/**
 * Names the statements with parameters on all connections of a pool, so that a connection parses and plans each of
 * them only once. Poolers that cannot pass on prepared statements need `isOn: false`.
 */
export class NamedStatements {
  readonly #isOn: boolean
  readonly #named = new Map<string, Statement>()
  #generation = 0

  constructor(isOn: boolean) {
    this.#isOn = isOn
  }

  /** Returns the connection as Kysely uses it. */
  on(client: pg.PoolClient): PostgresPoolClient {
    const send = (sql: string, values: readonly unknown[]) =>
      client.query({ ...this.#statement(sql, values.length > 0), values: [...values] })
    const query = async (sql: string, values: readonly unknown[]) => {
      // `pg` sets the status after each statement. Here it is that before this one.
      const isInTransaction = client.getTransactionStatus() === 'T'
      try {
        return await send(sql, values)
      } catch (error) {
        if (!isStalePlan(error)) throw error
        this.#renew()
        // In a transaction, all statements must be repeated, because the error has aborted the transaction.
        if (isInTransaction) throw error
        return send(sql, values)
      }
    }
    // The cast is needed because Kysely would also pass a cursor, but only for streams. The shop has none.
    return { query, release: (destroy: boolean) => client.release(destroy) } as unknown as PostgresPoolClient
  }

  #statement(sql: string, hasValues: boolean): Statement {
    if (!this.#isOn || !hasValues) return { text: sql }
    const known = this.#named.get(sql)
    if (known) return known
    if (this.#named.size >= MAX_NAMES) return { text: sql }
    // PgBouncer recognises a prepared statement by its text, whatever its name, so a new plan needs a new text, too.
    const text = this.#generation === 0 ? sql : `/* ${this.#generation} */ ${sql}`
    const statement = { name: `crema_${this.#generation}_${this.#named.size}`, text }
    this.#named.set(sql, statement)
    return statement
  }

  /**
   * Gives all statements new names, so that every connection prepares them anew. Called after a migration has changed
   * the columns of a table: PostgreSQL then refuses the statements that were prepared before with `SELECT *`.
   */
  #renew(): void {
    this.#generation += 1
    this.#named.clear()
  }
}
