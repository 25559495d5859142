import type { Compilable, CompiledQuery, Kysely } from 'kysely'

/** Stands for a value, or for the one `at` a place in a list, until there is one. */
class Blank {
  readonly name: string
  readonly at: number | null

  constructor(name: string, at: number | null = null) {
    this.name = name
    this.at = at
  }
}

type Build<Tables, Values, R> = (db: Kysely<Tables>, values: Values) => Compilable<R>

/** Lists longer than this are rare, and their queries are built each time. */
const LONGEST_LIST = 20

/**
 * A query whose text is always the same: built and compiled once for each dialect, with blanks for its values; then
 * only these are filled in. For statements of the busiest calls, where building one takes as long as running it. Where
 * one of the values is a list, `lengthOf` says how long it is: there is a text for each length.
 */
export function fixedQuery<Tables, Values extends object, R>(
  build: Build<Tables, Values, R>,
  lengthOf: (values: Values) => number = () => 1,
): (db: Kysely<Tables>, values: Values) => Promise<R[]> {
  const compiled = new Map<unknown, CompiledQuery<R>[]>()
  return async (db, values) => {
    const length = lengthOf(values)
    if (length > LONGEST_LIST) return (await db.executeQuery(build(db, values).compile())).rows
    const known = ofDialect(compiled, db)
    const query = (known[length] ??= build(db, blanksFor(values)).compile())
    const filled: CompiledQuery<R> = { ...query, parameters: query.parameters.map((value) => filledIn(value, values)) }
    const { rows } = await db.executeQuery(filled)
    return rows
  }
}

function ofDialect<Tables, R>(compiled: Map<unknown, CompiledQuery<R>[]>, db: Kysely<Tables>): CompiledQuery<R>[] {
  const dialect = db.getExecutor().adapter.constructor
  const known = compiled.get(dialect) ?? []
  compiled.set(dialect, known)
  return known
}

/** The values of a row, by column, for an insert. */
export function columnsOf<Row extends object>(row: Row, columns: readonly (keyof Row)[]): Row {
  // cast: the columns are all that a row has
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Row
}

function blanksFor<Values extends object>(values: Values): Values {
  const blank = ([name, value]: [string, unknown]) => [name, Array.isArray(value) ? value.map((_, at) => new Blank(name, at)) : new Blank(name)]
  // cast: what is asked for is there, as a blank
  return Object.fromEntries(Object.entries(values).map(blank)) as Values
}

function filledIn(value: unknown, values: object): unknown {
  if (!(value instanceof Blank)) return value
  const given: unknown = Reflect.get(values, value.name)
  return value.at === null ? given : Reflect.get(Object(given), value.at)
}
