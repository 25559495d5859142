import type { ReactNode } from 'react'
import type { Direction } from '../filters/table-state.ts'

/**
 * One column of a table. `name` is the CSS class of its cells. `sort` is the sort order that a click on its header
 * selects.
 */
export type Column<Row, S extends string> = {
  name: string
  header: string
  /** Content for the header, shown instead of the text in `header`. */
  head?: ReactNode
  sort?: S
  /** True if the cells of this column are row headers. Screen readers use a row header as the name of its row. */
  rowHeader?: boolean
  cell: (row: Row, index: number) => ReactNode
}

/** How a table is currently sorted. `onSort` is called when the user clicks a header. */
export type Sorting<S extends string> = { sort: S; direction: Direction; onSort: (sort: S) => void }

type TableHeadProps<Row, S extends string> = {
  columns: readonly Column<Row, S>[]
  sorting?: Sorting<S> | undefined
}

/**
 * The headers of a table. The header of a sortable column is a button. Where rows are shown as cards, these buttons
 * stand above the cards.
 */
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
