import { useCallback, useRef } from 'react'
import type { ReactNode } from 'react'
import { rowFocusId, useRowFocus } from '#client/ui/use-row-focus.ts'
import type { Column } from './table-head.tsx'
import type { Identified, LoadedPage } from './use-table.ts'

type TableBodyProps<Row, S extends string> = { columns: readonly Column<Row, S>[]; page: LoadedPage<Row> }

/** The rows of a page of a table. If the row with the focus disappears, the row in its place gets the focus. */
export function TableBody<Row extends Identified, S extends string>({
  columns,
  page: { rows, offset },
}: TableBodyProps<Row, S>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const rememberFocus = useRowFocus(
    rows,
    useCallback(
      (id: string) => body.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`) ?? null,
      [],
    ),
  )
  function onFocus(target: Element): void {
    const id = target.closest<HTMLElement>('tr[data-row]')?.dataset['row']
    if (id !== undefined) rememberFocus({ _id: id })
  }
  return (
    <tbody role="rowgroup" ref={body} onFocus={({ target }) => onFocus(target)}>
      {rows.map((row, index) => (
        <tr key={row._id} role="row" tabIndex={-1} data-row={row._id} aria-rowindex={offset + index + 2}>
          {columns.map(({ name, header, rowHeader, cell }) => (
            <Cell key={name} name={name} header={header} headerId={rowHeader ? rowFocusId(row._id) : null}>
              {cell(row, offset + index)}
            </Cell>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

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
