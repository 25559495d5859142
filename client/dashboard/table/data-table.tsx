import { useCallback, useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { useRouter } from '#client/lib/router.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/states.tsx'
import { isFocusLost, rowFocusId, useRowFocus } from '#client/ui/use-row-focus.ts'
import { MAX_COUNTED } from '#contract/values/limits.ts'
import { words } from '../texts.ts'
import { NoRows, TableFilters } from './table-filters.tsx'
import { TableHead } from './table-head.tsx'
import { FIRST_PAGE, PAGE_ROWS, tableSearch } from './table-state.ts'
import type { PageCursor } from './table-state.ts'
import type { Column, Table, TablePage } from './use-table.ts'
import './table.css'
import './cards.css'

type Identified = { _id: string }

type DataTableProps<Row> = {
  label: string
  /** The CSS class of the table. It determines the layout of the cards. */
  name: string
  /** The label of the filter for names, if the table has filters. */
  nameLabel?: string
  columns: readonly Column<Row>[]
  table: Table<Row>
  /** The title and the sentence that are shown if there are no rows at all. */
  none: string
  noneMore?: string
}

/**
 * One page of a table, with its filters above it and links to the pages before and after it. On a narrow screen each row
 * is shown as a card.
 */
export function DataTable<Row extends Identified>({ nameLabel = '', ...props }: DataTableProps<Row>) {
  const { table } = props
  return (
    <>
      {table.source.filters.length > 0 && <TableFilters table={table} nameLabel={nameLabel} />}
      <Rows {...props} />
    </>
  )
}

function Rows<Row extends Identified>(props: Omit<DataTableProps<Row>, 'nameLabel'>) {
  const { label, name, columns, table, none, noneMore = '' } = props
  const { page, total, error, loading, retry } = table
  const shown = useRef<HTMLDivElement>(null)
  useStartOfPage(shown, table)
  if (page === null && error)
    return <ErrorState title={words.listFailed} error={error} retrying={loading} onRetry={retry} />
  if (page === null)
    return (
      <div className="mt-10" role="status" aria-label={words.loading}>
        <TableSkeleton />
      </div>
    )
  // -1 says that the number of all rows is not known.
  const rowCount = total === null || total >= MAX_COUNTED ? -1 : total + 1
  return (
    <div ref={shown} className="rows" aria-busy={loading}>
      <p className="row-count small" role="status">
        {countText(page, total)}
        <NewRows table={table} />
      </p>
      {page.rows.length > 0 ? (
        <>
          <table role="table" className={name} aria-label={label} aria-rowcount={rowCount}>
            <TableHead columns={columns} table={table} />
            <TableBody columns={columns} page={page} />
          </table>
          <PageLinks table={table} page={page} />
        </>
      ) : (
        <NoRows table={table} title={none} more={noneMore} />
      )}
    </div>
  )
}

/**
 * Scrolls to the top of the table when another page or sort order is loaded. The first row gets the focus if the user has
 * followed a link to another page. Back and Forward restore the scroll position instead.
 */
function useStartOfPage(
  shown: RefObject<HTMLDivElement | null>,
  { state: { sort, direction, after, before }, loading }: Pick<Table<unknown>, 'state' | 'loading'>,
): void {
  const { type } = useRouter()
  const view = [sort, direction, after, before].join(' ')
  const last = useRef(view)
  useEffect(() => {
    if (last.current === view || loading) return undefined
    last.current = view
    const rows = shown.current
    if (type === 'POP' || !rows) return undefined
    const isOnLink = document.activeElement?.closest('.page-links, .row-count')
    if (isOnLink || isFocusLost()) rows.querySelector<HTMLElement>('tbody tr')?.focus({ preventScroll: true })
    if (rows.getBoundingClientRect().top >= 0) return undefined
    const frame = requestAnimationFrame(() => rows.scrollIntoView({ block: 'start', behavior: 'instant' }))
    return () => cancelAnimationFrame(frame)
  }, [view, loading, type, shown])
}

/** Returns which rows are shown, and how many there are if that is known, such as `51–100 of 1,234 rows`. */
function countText({ rows, offset }: TablePage<unknown>, total: number | null): string {
  if (rows.length === 0) return ''
  if (total === rows.length && offset === 0) return words.rows(total)
  const last = offset + rows.length
  if (total === null) return words.rowsFrom(offset + 1, last)
  const all = words.rows(Math.max(total, last))
  return words.rowsOf(offset + 1, last, total < MAX_COUNTED ? all : words.orMore(all))
}

/**
 * A link to the newest rows. It appears above the table if rows were added that are not on the page. On the first page
 * of a table that begins with the newest rows, they appear by themselves.
 */
function NewRows<Row>({ table: { source, state, newCount } }: { table: Table<Row> }) {
  if (newCount === 0) return null
  const newest = { sort: source.sorts[0], direction: 'desc' } as const
  return (
    <PageLink className="link" to={tableSearch({ ...state, ...FIRST_PAGE, ...newest }, source)}>
      {words.newRows(newCount, source.noun ?? '')}
    </PageLink>
  )
}

type TableBodyProps<Row> = { columns: readonly Column<Row>[]; page: TablePage<Row> }

/**
 * The rows of a page of a table. If the row with the focus disappears, the row in its place gets the focus. Where rows
 * are shown as cards, `gridArea` places a cell on its card. The content security policy forbids `style` attributes in
 * HTML, but not this style, because React sets it with a script.
 */
function TableBody<Row extends Identified>({ columns, page }: TableBodyProps<Row>) {
  const { rows, offset } = page
  const body = useRef<HTMLTableSectionElement>(null)
  const rowOf = useCallback(
    (id: string) => body.current?.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(id)}"]`) ?? null,
    [],
  )
  const rememberFocus = useRowFocus(rows, rowOf)
  function onFocus(target: Element): void {
    const id = target.closest<HTMLElement>('tr[data-row]')?.dataset['row']
    if (id !== undefined) rememberFocus({ _id: id })
  }
  return (
    <tbody role="rowgroup" ref={body} onFocus={({ target }) => onFocus(target)}>
      {rows.map((row, index) => (
        <tr key={row._id} role="row" tabIndex={-1} data-row={row._id} aria-rowindex={offset + index + 2}>
          {columns.map(({ name, header, rowHeader, cell }) => {
            const Tag = rowHeader ? 'th' : 'td'
            const ofHeader = rowHeader && { scope: 'row', id: rowFocusId(row._id) }
            return (
              <Tag
                key={name}
                role={rowHeader ? 'rowheader' : 'cell'}
                {...ofHeader}
                className={name}
                style={{ gridArea: name }}
                data-label={header}
              >
                {cell(row, offset + index)}
              </Tag>
            )
          })}
        </tr>
      ))}
    </tbody>
  )
}

type PageLinksProps<Row> = { table: Table<Row>; page: TablePage<Row> }

/** The links to the pages before and after a page of a table. A table of one page has none. */
function PageLinks<Row>({ table, page }: PageLinksProps<Row>) {
  const { number, previous, next } = page
  if (number === 1 && next === null) return null
  const { source, state, total } = table
  const pages = total === null || total >= MAX_COUNTED ? null : Math.max(number, Math.ceil(total / PAGE_ROWS))
  const searchOf = (cursor: PageCursor) => tableSearch({ ...state, ...cursor }, source)
  return (
    <nav className="page-links" aria-label={words.tablePages}>
      {number > 1 && (
        <ButtonLink tone="quiet" rel="prev" to={searchOf(cursorBefore(number, previous))}>
          {words.previousPage}
        </ButtonLink>
      )}
      <span className="small">{words.pageOf(number, pages)}</span>
      {next !== null && (
        <ButtonLink tone="quiet" rel="next" to={searchOf({ page: number + 1, after: next, before: '' })}>
          {words.nextPage}
        </ButtonLink>
      )}
    </nav>
  )
}

/**
 * Returns the cursor of the page before page `number`. The first page is always read from the start: rows may have been
 * added there or removed since its cursor was made.
 */
function cursorBefore(number: number, previous: string | null): PageCursor {
  if (number === 2 || previous === null) return FIRST_PAGE
  return { page: number - 1, after: '', before: previous }
}
