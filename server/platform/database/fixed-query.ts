import type { Compilable, CompiledQuery, Kysely } from 'kysely'

/** Stands for a value until there is one. */
class Blank {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

type Build<Tables, Values, R> = (db: Kysely<Tables>, values: Values) => Compilable<R>

/**
 * A query whose text is always the same: built and compiled once for each dialect, with blanks for its values; then
 * only these are filled in. For statements of the busiest calls, where building one takes as long as running it.
 */
export function fixedQuery<Tables, Values extends object, R>(build: Build<Tables, Values, R>): (db: Kysely<Tables>, values: Values) => Promise<R[]> {
  const compiled = new Map<unknown, CompiledQuery<R>>()
  return async (db, values) => {
    const dialect = db.getExecutor().adapter.constructor
    let query = compiled.get(dialect)
    if (!query) {
      query = build(db, blanks<Values>()).compile()
      compiled.set(dialect, query)
    }
    const filled: CompiledQuery<R> = { ...query, parameters: query.parameters.map((value) => filledIn(value, values)) }
    const { rows } = await db.executeQuery(filled)
    return rows
  }
}

/** The values of a row, by column, for an insert. */
export function columnsOf<Row extends object>(row: Row, columns: readonly (keyof Row)[]): Row {
  // cast: the columns are all that a row has
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Row
}

function blanks<Values extends object>(): Values {
  // cast: whatever is asked for is there, as a blank
  return new Proxy({}, { get: (_, name) => new Blank(String(name)) }) as Values
}

function filledIn(value: unknown, values: object): unknown {
  return value instanceof Blank ? Reflect.get(values, value.name) : value
}
