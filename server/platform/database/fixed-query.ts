import type { Compilable, CompiledQuery, Kysely } from 'kysely'

/** A placeholder for a value, or for the value at the index `at` of a list. */
class Blank {
  readonly name: string
  readonly at: number | null

  constructor(name: string, at: number | null = null) {
    this.name = name
    this.at = at
  }
}

type Build<Tables, Values, R> = (db: Kysely<Tables>, values: Values) => Compilable<R>

/** Queries with longer lists are compiled for each call, because they are rare. */
const LONGEST_LIST = 20

/**
 * Returns a function that runs a query whose text does not depend on its values. The query is built and compiled once
 * for each dialect and each length of its lists. Later calls only fill in the values. It is used for the statements of
 * the busiest calls, where building a query takes as long as running it.
 */
export function fixedQuery<Tables, Values extends object, R>(
  build: Build<Tables, Values, R>,
): (db: Kysely<Tables>, values: Values) => Promise<R[]> {
  const compiled = new Map<string, CompiledQuery<R>>()
  return async (db, values) => {
    const lengths = lengthsOfLists(values)
    if (lengths.some((length) => length > LONGEST_LIST))
      return (await db.executeQuery(build(db, values).compile())).rows
    const text = `${db.getExecutor().adapter.constructor.name} ${lengths.join()}`
    let query = compiled.get(text)
    if (!query) {
      query = build(db, blanksFor(values)).compile()
      compiled.set(text, query)
    }
    const filled: CompiledQuery<R> = {
      ...query,
      parameters: query.parameters.map((value) => filledIn(value, values)),
    }
    const { rows } = await db.executeQuery(filled)
    return rows
  }
}

function lengthsOfLists(values: object): number[] {
  return Object.values(values).flatMap((value) => (Array.isArray(value) ? value.length : []))
}

/** Returns the given columns of a row, for an insert. Their order is always the same. */
export function columnsOf<Row extends object>(row: Row, columns: readonly (keyof Row)[]): Row {
  // cast: the given columns are all columns of the row
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Row
}

function blanksFor<Values extends object>(values: Values): Values {
  return new Proxy(values, {
    get: (_, name) => {
      const value: unknown = Reflect.get(values, name)
      return Array.isArray(value)
        ? value.map((_one, at) => new Blank(String(name), at))
        : new Blank(String(name))
    },
  })
}

function filledIn(value: unknown, values: object): unknown {
  if (!(value instanceof Blank)) return value
  const given: unknown = Reflect.get(values, value.name)
  return Array.isArray(given) && value.at !== null ? given[value.at] : given
}
