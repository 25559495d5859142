import type { CSSProperties } from 'react'
import { sortBy } from './table-state.ts'
import type { Column, Table } from './use-table.ts'

type TableHeadProps<Row> = { columns: readonly Column<Row>[]; table: Table<Row> }

/**
 * The headers of a table. The header of a sortable column is a button. Where rows are shown as cards, these buttons
 * stand above the cards.
 */
export function TableHead<Row>({ columns, table }: TableHeadProps<Row>) {
  const { sort, direction } = table.state
  const order = direction === 'asc' ? 'ascending' : 'descending'
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
            aria-sort={column.sort === undefined ? undefined : (column.sort === sort && order) || 'none'}
          >
            {column.sort ? (
              <SortButton header={column.header} sort={column.sort} table={table} />
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

type SortButtonProps<Row> = { header: string; sort: string; table: Table<Row> }

function SortButton<Row>({ header, sort, table: { state, change } }: SortButtonProps<Row>) {
  return (
    <button
      type="button"
      className="icon-text sort-button gap-1.5"
      onClick={() => change(sortBy(state, sort))}
    >
      {header}
      <svg
        viewBox="0 0 12 16"
        aria-hidden="true"
        data-direction={state.sort === sort ? state.direction : undefined}
      >
        <path className="up" d="M2 6.5l4-4 4 4z" />
        <path className="down" d="M2 9.5l4 4 4-4z" />
      </svg>
    </button>
  )
}
