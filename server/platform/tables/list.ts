import { sql } from 'kysely'
import type { Compilable, Expression, Kysely, SelectQueryBuilder, SqlBool } from 'kysely'
import { MAX_ROWS } from '#contract/values/limits.ts'
import { fixedQuery } from '../database/fixed-query.ts'
import type { Database } from '../database/database.ts'
import { byId } from './column.ts'
import { countRows } from './count-rows.ts'
import type { Column } from './column.ts'
import { chooseIndexes } from './filters.ts'
import type { Condition, Filter } from './filters.ts'
import { decodeCursor, rangesAfter } from './keyset.ts'
import type { Cursor, Order, Range } from './keyset.ts'

/**
 * The declaration of a list. `DB` is the type of all tables, `TB` the name of the listed table, `R` the type of its
 * rows, and `Q` the type of the query in the contract.
 */
export type Declaration<DB, TB extends keyof DB, R extends { id: string }, Q extends PageQuery> = {
  /**
   * Selects the columns of the list, from all rows of the table or, if its indexes are partial, from the rows that they
   * cover.
   */
  rows: (db: Kysely<DB>) => SelectQueryBuilder<DB, TB, R>
  /** An SQL condition that a row must meet to be in the list. */
  isListed?: Expression<SqlBool>
  /**
   * The columns by which the list can be sorted, by their names in the query. Every list can also be sorted by
   * `newest`, which is the default.
   */
  sorts: Record<Exclude<NonNullable<Q['sort']>, 'newest'>, Column>
  filters: Filter<DB, Q>[]
}

/** The query parameters that all lists have. The schema in the contract has already validated them. */
export type PageQuery = {
  limit?: string
  after?: string
  before?: string
  sort?: string
  direction?: 'asc' | 'desc'
}

/** A row of a list. `sorted_by` is the value by which it was sorted. */
export type Sorted<R> = R & { sorted_by: string | number }

/**
 * Where a page is in a list, and its maximum number of rows. It ends before the row of the cursor if `isBefore` is true.
 * Otherwise it begins after that row.
 */
export type PageRange = { cursor: Cursor | null; isBefore: boolean; limit: number }

/** The part of a list that a query requests: the order, the page, and the filters. */
export type Page<DB> = Order & PageRange & { conditions: Condition<DB>[] }

type ReadFirst<DB, R> = (db: Kysely<DB>, values: { limit: number }) => Promise<Sorted<R>[]>

/** A list that is read by keyset: it declares its rows, its sort orders and its filters. */
export class List<DB, TB extends keyof DB, R extends { id: string }, Q extends PageQuery> {
  readonly #declaration: Declaration<DB, TB, R, Q>
  readonly #firstPages = {
    asc: new Map<Column, ReadFirst<DB, R>>(),
    desc: new Map<Column, ReadFirst<DB, R>>(),
  }

  constructor(declaration: Declaration<DB, TB, R, Q>) {
    this.#declaration = declaration
  }

  /**
   * Converts the query of a request to a page. If the query has no direction, `newest` is sorted in descending order
   * and every other column in ascending order.
   */
  pageOf(query: Q): Page<DB> {
    const columns: Record<string, Column> = this.#declaration.sorts
    const sortedBy = columns[query.sort ?? 'newest'] ?? byId
    const text = query.after ?? query.before
    const cursor = text ? decodeCursor(text, sortedBy) : null
    return {
      sortedBy,
      direction: query.direction ?? (sortedBy === byId ? 'desc' : 'asc'),
      cursor,
      isBefore: cursor !== null && query.after === undefined,
      limit: Number(query.limit ?? MAX_ROWS),
      conditions: this.#conditionsOf(query),
    }
  }

  /** Reads the rows of a page. */
  async read(db: Kysely<DB>, page: Page<DB>): Promise<Sorted<R>[]> {
    if (page.cursor === null && page.conditions.length === 0) return this.#readFirst(db, page)
    if (!page.isBefore) return this.#readRanges(db, page)
    // The rows before a cursor are read backwards from it, so that the nearest ones are found first.
    const direction = page.direction === 'asc' ? 'desc' : 'asc'
    return (await this.#readRanges(db, { ...page, direction })).toReversed()
  }

  /**
   * Reads the first page of a list without filters. This is the most frequent page, so its statement is compiled only
   * once for each dialect and each order.
   */
  #readFirst(db: Kysely<DB>, { sortedBy, direction, limit }: Page<DB>): Promise<Sorted<R>[]> {
    const known = this.#firstPages[direction].get(sortedBy)
    const read = known ?? fixedQuery(this.#firstPage({ sortedBy, direction }))
    if (!known) this.#firstPages[direction].set(sortedBy, read)
    return read(db, { limit })
  }

  #firstPage({ sortedBy, direction }: Order) {
    const { rows, isListed } = this.#declaration
    return (db: Kysely<DB>, { limit }: { limit: number }): Compilable<Sorted<R>> => {
      const listed = isListed ? rows(db).where(isListed) : rows(db)
      const found = listed.select(sortedBy.value.as('sorted_by')).limit(limit)
      const columns = sortedBy === byId ? [byId] : [sortedBy, byId]
      const sorted = columns.reduce((some, { value }) => some.orderBy(value, direction), found)
      // cast: TypeScript cannot resolve Kysely's result type while the type of the rows is a type parameter
      return sorted as unknown as Compilable<Sorted<R>>
    }
  }

  async #readRanges(db: Kysely<DB>, page: Page<DB>): Promise<Sorted<R>[]> {
    const found = (await this.#filtered(db, page)).select(page.sortedBy.value.as('sorted_by'))
    const rows: Sorted<R>[] = []
    for (const { condition, sortedBy } of rangesOf(page)) {
      if (rows.length === page.limit) break
      const range = found.where(condition).limit(page.limit - rows.length)
      const sorted = sortedBy.reduce((some, { value }) => some.orderBy(value, page.direction), range)
      // cast: TypeScript cannot resolve Kysely's result type while the type of the rows is a type parameter
      rows.push(...((await sorted.execute()) as unknown as Sorted<R>[]))
    }
    return rows
  }

  /** Counts the rows that pass the filters of a query. Stops counting at `MAX_COUNTED`. */
  async count({ longRead: db }: Pick<Database<DB>, 'longRead'>, query: Q): Promise<number> {
    const found = await this.#filtered(db, { conditions: this.#conditionsOf(query), sortedBy: byId })
    return countRows(db, found)
  }

  #conditionsOf(query: Q): Condition<DB>[] {
    return this.#declaration.filters.map((filter) => filter(query)).filter((condition) => condition !== null)
  }

  async #filtered(
    db: Kysely<DB>,
    { conditions, sortedBy }: Pick<Page<DB>, 'conditions' | 'sortedBy'>,
  ): Promise<SelectQueryBuilder<DB, TB, R>> {
    const { rows, isListed } = this.#declaration
    const chosen = await chooseIndexes(db, { rows, conditions, sortedBy })
    const all = isListed ? [isListed, ...chosen] : chosen
    return all.reduce((some, condition) => some.where(condition), rows(db))
  }
}

function rangesOf<DB>({ sortedBy, direction, cursor, conditions }: Page<DB>): Range[] {
  // If a filter selects a single value of the sorted column, all rows have this value and are sorted by id alone. One
  // range of the index is then enough.
  const hasOneValue = conditions.some(
    (condition) =>
      typeof condition !== 'function' && condition.passes === 'oneValue' && condition.column === sortedBy,
  )
  const column = hasOneValue ? byId : sortedBy
  if (cursor) return rangesAfter({ sortedBy: column, direction }, cursor)
  return [{ condition: sql<SqlBool>`true`, sortedBy: column === byId ? [byId] : [column, byId] }]
}
