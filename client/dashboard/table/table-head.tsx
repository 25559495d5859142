import type { ReactNode } from 'react'
import type { Direction } from '../filters/table-state.ts'

/** One column of a table. `name` is the class of its cells, and `sort` what a click on its header sorts by. */
export type Column<Row, S extends string> = {
  name: string
  header: string
  /** Shown in the header in place of its text. */
  head?: ReactNode
  sort?: S
  /** Whether its cell names the row for a screen reader. */
  rowHeader?: boolean
  cell: (row: Row, index: number) => ReactNode
}

/** How a table is sorted, and what a click on a header does. */
export type Sorting<S extends string> = { sort: S; direction: Direction; onSort: (sort: S) => void }

type TableHeadProps<Row, S extends string> = {
  columns: readonly Column<Row, S>[]
  sorting?: Sorting<S> | undefined
}

/** The headers of a table. A header that sorts is a button. Where rows are cards, the buttons stand above them. */
export function TableHead<Row, S extends string>({ columns, sorting }: TableHeadProps<Row, S>) {
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        {columns.map((column) => (
          <th
            key={column.name}
            role="columnheader"
            scope="col"
            className={column.name}
            aria-sort={sorting && column.sort ? ariaSort(sorting, column.sort) : undefined}
          >
            {sorting && column.sort ? (
              <SortButton header={column.header} sort={column.sort} sorting={sorting} />
            ) : (
              (column.head ?? <span>{column.header}</span>)
            )}
          </th>
        ))}
      </tr>
    </thead>
  )
}

function ariaSort<S extends string>({ sort, direction }: Sorting<S>, column: S) {
  if (sort !== column) return 'none'
  return direction === 'asc' ? 'ascending' : 'descending'
}

type SortButtonProps<S extends string> = { header: string; sort: S; sorting: Sorting<S> }

function SortButton<S extends string>({ header, sort, sorting }: SortButtonProps<S>) {
  const isSorted = sorting.sort === sort
  return (
    <button type="button" className="icon-text sort-button gap-1.5" onClick={() => sorting.onSort(sort)}>
      {header}
      <svg viewBox="0 0 12 16" aria-hidden="true" data-direction={isSorted ? sorting.direction : undefined}>
        <path className="up" d="M2 6.5l4-4 4 4z" />
        <path className="down" d="M2 9.5l4 4 4-4z" />
      </svg>
    </button>
  )
}
