import { sql } from 'kysely'
import type { Expression, Kysely, SelectQueryBuilder, SqlBool } from 'kysely'
import { byId, withoutIndex } from './column.ts'
import type { Column } from './column.ts'

/**
 * A filter of a list. Returns the condition that rows must meet for a query, or null if the query does not use this
 * filter.
 */
export type Filter<DB, Q> = (query: Q) => Condition<DB> | null

/**
 * A condition on one column, or a function that returns a condition as an SQL expression. The function may read the
 * database to build it.
 */
export type Condition<DB> = ColumnCondition | ((db: Kysely<DB>) => Promise<Expression<SqlBool>>)

export type ColumnCondition = {
  column: Column
  /**
   * Which part of the column's index contains the matching rows. `range` is a range of values. `oneValue` is a single
   * value, whose rows are sorted by id in the index. `most` is most of the index, which is then only useful for
   * sorting.
   */
  passes: 'range' | 'oneValue' | 'most'
  check: (column: Column) => Expression<SqlBool>
}

/**
 * Matches rows whose text in the column begins with `text`. Returns null if `text` is empty. The column must be
 * sorted by code point.
 */
export function beginsWith(column: Column, text = ''): ColumnCondition | null {
  if (text === '') return null
  const check = ({ value }: Column) => sql<SqlBool>`${value} >= ${text} AND ${value} < ${text + LAST}`
  return { column, passes: 'range', check }
}

const LAST = '\u{10ffff}'

/**
 * Converts A to Z to lower case and changes no other letters. SQLite's function `lower` does the same, and
 * PostgreSQL's does with the collation "C".
 */
export function toLowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
}

/** Matches rows whose value in the column is `wanted`. Numbers are written into the SQL text, for partial indexes. */
export function equals(column: Column, wanted: number | string): ColumnCondition {
  const value = typeof wanted === 'number' ? sql.lit(wanted) : wanted
  const check = (compared: Column) => sql<SqlBool>`${compared.value} = ${value}`
  return { column, passes: 'oneValue', check }
}

/**
 * Matches rows whose value in the column is greater than `number`. Use it only if most rows match: the index of the
 * column is then used only for sorting, and not to find the rows.
 */
export function mostlyAbove(column: Column, number: number): ColumnCondition {
  const check = ({ value }: Column) => sql<SqlBool>`${value} > ${sql.lit(number)}`
  return { column, passes: 'most', check }
}

type Choice<DB, TB extends keyof DB> = {
  /** Selects all rows of the table or, if its indexes are partial, the rows that the indexes cover. */
  rows: (db: Kysely<DB>) => SelectQueryBuilder<DB, TB, object>
  conditions: Condition<DB>[]
  sortedBy: Column
}

/**
 * Returns the conditions as SQL, written in such a way that the database uses the best index. If few rows meet a
 * condition, they are found with the index of the condition's column and then sorted. If many rows meet it, the
 * database reads the rows in the order of the list, with the index of that order, and checks the condition row by row.
 * It then soon has enough rows for a page. With the other index, it would first have to read and sort all matching
 * rows.
 */
export function chooseIndexes<DB, TB extends keyof DB>(
  db: Kysely<DB>,
  { rows, conditions, sortedBy }: Choice<DB, TB>,
): Promise<Expression<SqlBool>[]> {
  return Promise.all(
    conditions.map(async (condition) => {
      if (typeof condition === 'function') return condition(db)
      const { column, passes, check } = condition
      const isInOrder = column === sortedBy || (passes === 'oneValue' && sortedBy === byId)
      const usesIndex = isInOrder || (passes !== 'most' && !(await manyPass(rows(db), check(column))))
      return check(usesIndex ? column : withoutIndex(column))
    }),
  )
}

/** The maximum number of matching rows that are found with the index of a condition's column and then sorted. */
const FEW = 1000

/** Returns whether more than `FEW` rows meet the condition. Stops reading when it has found one more than `FEW`. */
async function manyPass<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
  condition: Expression<SqlBool>,
): Promise<boolean> {
  const one = rows.clearSelect().select(sql`1`.as('one'))
  return (await one.where(condition).offset(FEW).limit(1).executeTakeFirst()) !== undefined
}
