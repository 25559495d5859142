import type { Column, Sorting } from './column.ts'

type TableHeadProps<Row, S extends string> = {
  columns: readonly Column<Row, S>[]
  sorting?: Sorting<S> | undefined
}

/** The headers; those that sort are buttons, which on a phone stand above the cards. */
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

type SortButtonProps<S extends string> = { header: string; sort: S; sorting: Sorting<S> }

function SortButton<S extends string>({ header, sort, sorting }: SortButtonProps<S>) {
  const active = sorting.sort === sort
  return (
    <button type="button" className="sort-button" onClick={() => sorting.onSort(sort)}>
      {header}
      <svg viewBox="0 0 12 16" aria-hidden="true" data-direction={active ? sorting.direction : undefined}>
        <path className="up" d="M2 6.5l4-4 4 4z" />
        <path className="down" d="M2 9.5l4 4 4-4z" />
      </svg>
    </button>
  )
}

function ariaSort<S extends string>({ sort, direction }: Sorting<S>, column: S) {
  if (sort !== column) return 'none'
  return direction === 'asc' ? 'ascending' : 'descending'
}
