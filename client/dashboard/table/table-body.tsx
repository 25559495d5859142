import { memo, useEffect } from 'react'
import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import type { Identified } from '../rows/row-pages.ts'
import type { LoadedRows } from '../rows/use-rows.ts'
import { rowNameId } from './row-name.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { useRowWindow } from './use-row-window.ts'

type TableBodyProps<Row, S extends string> = {
  columns: readonly Column<Row, S>[]
  rows: Row[]
  loaded: Omit<LoadedRows<Row>, 'body'>
  body: LoadedRows<Row>['body']
}

/** How many rows before the end of what is loaded the next page is fetched. */
const AHEAD = 30

/** The rows that can be seen, and heights in place of the others; the next page is fetched before the end comes. */
export function TableBody<Row extends Identified, S extends string>(props: TableBodyProps<Row, S>) {
  const { columns, rows, loaded, body } = props
  const { pieces, last, measure, rememberFocus } = useRowWindow(rows, body)
  const { hasMore, loadingMore, moreFailed, loadMore } = loaded
  const nearEnd = last >= rows.length - AHEAD
  useEffect(() => {
    if (nearEnd && hasMore && !loadingMore && !moreFailed) loadMore()
  }, [nearEnd, hasMore, loadingMore, moreFailed, loadMore])
  const keepFocus = useKeptFocus(rows, body)

  function focus(target: EventTarget & Element) {
    const id = target.closest<HTMLElement>('tr[data-row]')?.dataset['row'] ?? null
    rememberFocus(id)
    keepFocus(id)
  }
  return (
    <tbody
      role="rowgroup"
      ref={body}
      onFocus={({ target }) => focus(target)}
      onBlur={() => rememberFocus(null)}
    >
      {pieces.map((piece) => {
        if (piece.kind === 'gap')
          return <tr key={piece.key} className="gap" aria-hidden="true" style={{ height: piece.height }} />
        const row = rows[piece.index]
        return (
          row && <BodyRow key={row._id} row={row} index={piece.index} columns={columns} measure={measure} />
        )
      })}
    </tbody>
  )
}

type BodyRowProps<Row> = {
  row: Row
  index: number
  columns: readonly Column<Row, string>[]
  measure: (element: HTMLTableRowElement | null) => void
}

function PlainRow<Row extends Identified>({ row, index, columns, measure }: BodyRowProps<Row>) {
  return (
    <tr
      role="row"
      ref={measure}
      tabIndex={-1}
      data-index={index}
      data-row={row._id}
      aria-rowindex={index + 2}
    >
      {columns.map(({ name, header, rowHeader, cell }) => (
        <Cell key={name} name={name} header={header} rowName={rowHeader ? rowNameId(row._id) : null}>
          {cell(row, index)}
        </Cell>
      ))}
    </tr>
  )
}

// A generic component stays one only when it says so.
const BodyRow = memo(PlainRow) as typeof PlainRow

type CellProps = { name: string; header: string; rowName: string | null; children: ReactNode }

function Cell({ name, header, rowName, children }: CellProps) {
  if (rowName !== null) {
    return (
      <th role="rowheader" scope="row" id={rowName} className={name} data-label={header}>
        {children}
      </th>
    )
  }
  return (
    <td role="cell" className={name} data-label={header}>
      {children}
    </td>
  )
}
