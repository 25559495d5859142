import { memo, useCallback, useEffect } from 'react'
import type { ReactNode } from 'react'
import { rowFocusId, useRowFocus } from '#client/ui/use-row-focus.ts'
import type { Identified } from '../rows/row-pages.ts'
import type { LoadedRows } from '../rows/use-rows.ts'
import { rowElement } from '../rows/visible-rows.ts'
import type { Column } from './table-head.tsx'
import { useRowWindow } from './use-row-window.ts'

type TableBodyProps<Row, S extends string> = {
  columns: readonly Column<Row, S>[]
  rows: Row[]
  loaded: Omit<LoadedRows<Row>, 'body'>
  body: LoadedRows<Row>['body']
}

/** The next page of rows is fetched when at most this many loaded rows are left below the rendered rows. */
const ROWS_AHEAD = 30

/**
 * Renders only the rows in and near the visible area, and the row with the focus. Empty `<tr>` elements take the space
 * of the rows that are not rendered. The next page of rows is fetched before the user reaches the end of the loaded
 * rows.
 */
export function TableBody<Row extends Identified, S extends string>(props: TableBodyProps<Row, S>) {
  const { columns, rows, loaded, body } = props
  const { pieces, last, measure, keepRendered } = useRowWindow(rows, body)
  const { hasMore, loadingMore, moreFailed, loadMore } = loaded
  const isNearEnd = last >= rows.length - ROWS_AHEAD
  useEffect(() => {
    if (isNearEnd && hasMore && !loadingMore && !moreFailed) loadMore()
  }, [isNearEnd, hasMore, loadingMore, moreFailed, loadMore])
  const rememberFocus = useRowFocus(
    rows,
    useCallback((id: string) => rowElement(body.current, id), [body]),
  )

  function onFocus(target: Element): void {
    const id = target.closest<HTMLElement>('tr[data-row]')?.dataset['row'] ?? null
    keepRendered(id)
    if (id !== null) rememberFocus({ _id: id })
  }
  return (
    <tbody
      role="rowgroup"
      ref={body}
      onFocus={({ target }) => onFocus(target)}
      onBlur={() => keepRendered(null)}
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
        <Cell key={name} name={name} header={header} headerId={rowHeader ? rowFocusId(row._id) : null}>
          {cell(row, index)}
        </Cell>
      ))}
    </tr>
  )
}

// `memo` loses the type parameter of a generic component. The cast restores it.
const BodyRow = memo(PlainRow) as typeof PlainRow

type CellProps = { name: string; header: string; headerId: string | null; children: ReactNode }

/**
 * A cell of a row. Where rows are shown as cards, `gridArea` places the cell on the card. The content security policy
 * forbids `style` attributes in HTML, but not this style, because React sets it with a script.
 */
function Cell({ name, header, headerId, children }: CellProps) {
  if (headerId !== null) {
    return (
      <th
        role="rowheader"
        scope="row"
        id={headerId}
        className={name}
        style={{ gridArea: name }}
        data-label={header}
      >
        {children}
      </th>
    )
  }
  return (
    <td role="cell" className={name} style={{ gridArea: name }} data-label={header}>
      {children}
    </td>
  )
}
