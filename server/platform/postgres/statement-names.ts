/**
 * The maximum number of statements that get a name. A connection keeps every prepared statement until it ends, so
 * statements whose text varies, such as those with long lists of values, must not use up its memory.
 */
const MOST_NAMES = 500

/**
 * Names the prepared statements of all connections of a process. A statement with a name is parsed and planned once
 * per connection instead of each time. PgBouncer before version 1.21 cannot pass on prepared statements in transaction
 * mode, so names can be turned off.
 */
export class StatementNames {
  readonly #isOn: boolean
  readonly #names = new Map<string, string>()
  #generation = 0

  constructor(isOn: boolean) {
    this.#isOn = isOn
  }

  /** Returns the name of a statement, or an empty string if it is sent without a name. */
  of(sql: string): string {
    if (!this.#isOn) return ''
    const known = this.#names.get(sql)
    if (known !== undefined) return known
    if (this.#names.size >= MOST_NAMES) return ''
    const name = `crema_${this.#generation}_${this.#names.size}`
    this.#names.set(sql, name)
    return name
  }

  /**
   * Gives all statements new names, so that every connection prepares them anew. Called after a migration has changed
   * the columns of a table: PostgreSQL then refuses the statements that were prepared before with `SELECT *`.
   */
  renew(): void {
    this.#generation += 1
    this.#names.clear()
  }
}
