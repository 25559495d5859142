import type { Compilable, CompiledQuery, Kysely } from 'kysely'

/**
 * A placeholder in a compiled query. It stands for the value that is called `name` or, if this value is a list, for
 * the list's element at the index `at`.
 */
class Blank {
  readonly name: string
  readonly at: number | null

  constructor(name: string, at: number | null = null) {
    this.name = name
    this.at = at
  }
}

type Build<Tables, Values, R> = (db: Kysely<Tables>, values: Values) => Compilable<R>

/**
 * The maximum length of a list in a query that is cached. Queries with longer lists are rare, and are compiled for each
 * call.
 */
const LONGEST_LIST = 20

/**
 * Returns a function that runs a query whose SQL text does not depend on its values. The query is built and compiled
 * once for each dialect and each length of its lists. Later calls only fill in the values. This is used for the most
 * frequent statements, for which building the query would take as long as running it.
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

/**
 * Returns a copy of a row whose columns are always in the given order, so that the SQL text of an insert never
 * changes.
 */
export function columnsOf<Row extends object>(row: Row, columns: readonly (keyof Row)[]): Row {
  // cast: `columns` lists every column of the row, so the object is a whole row
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
