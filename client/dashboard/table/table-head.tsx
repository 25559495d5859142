import type { CSSProperties, ReactNode } from 'react'
import type { Direction } from './table-state.ts'

/**
 * One column of a table. `name` is the CSS class of its cells. `sort` is the sort order that a click on its header
 * selects. `width` is a length in CSS, and `narrow` the one in a table of less than 66rem, if it is another one. Columns
 * without a width share the rest of the table.
 */
export type Column<Row, S extends string> = {
  name: string
  header: string
  /** Content for the header, shown instead of the text in `header`. */
  head?: ReactNode
  sort?: S
  width?: string
  narrow?: string
  /** True if the cells of this column are row headers. Screen readers use a row header as the name of its row. */
  rowHeader?: boolean
  cell: (row: Row, index: number) => ReactNode
}

/** The widths of a column of times, of one with buttons, and of one with the numbers of the rows. */
export const TIME_WIDTH = { width: '8.25rem', narrow: '6rem' }
export const ACTION_WIDTH = { width: '11.5rem', narrow: '10.75rem' }
export const NUMBER_WIDTH = { width: '4rem', narrow: '2.75rem' }

/** How a table is currently sorted. `onSort` is called when the user clicks a header. */
type Sorting<S extends string> = { sort: S; direction: Direction; onSort: (sort: S) => void }

type TableHeadProps<Row, S extends string> = {
  columns: readonly Column<Row, S>[]
  sorting: Sorting<S>
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
            style={widthOf(column)}
            aria-sort={column.sort && ariaSort(sorting, column.sort)}
          >
            {column.sort ? (
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

/** Returns the variables from which `table.css` takes the width of a column. */
function widthOf({ width = 'auto', narrow = width }: { width?: string; narrow?: string }): CSSProperties {
  // cast: the type of React has no CSS variables
  return { '--width': width, '--narrow': narrow } as CSSProperties
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
