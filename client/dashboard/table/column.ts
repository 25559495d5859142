import type { ReactNode } from 'react'
import type { Direction } from '../filters/table-state.ts'

/** One column of a table. `name` is its class, and `sort` what its header sorts by. */
export type Column<Row, S extends string> = {
  name: string
  header: string
  /** Stands in the header instead of its text. */
  head?: ReactNode
  sort?: S
  /** Names the row for those who listen. */
  rowHeader?: boolean
  cell: (row: Row, index: number) => ReactNode
}

/** How a table is sorted, and what a click on a header does. */
export type Sorting<S extends string> = { sort: S; direction: Direction; onSort: (sort: S) => void }
