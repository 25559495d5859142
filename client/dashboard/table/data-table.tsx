import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useRouter } from '#client/lib/router.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
import { isFocusLost } from '#client/ui/use-row-focus.ts'
import { MAX_COUNTED } from '#contract/values/limits.ts'
import { words } from '../texts.ts'
import { PageLinks } from './page-links.tsx'
import { TableBody } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import type { Column } from './table-head.tsx'
import { FIRST_PAGE, sortBy, tableSearch } from './table-state.ts'
import type { Identified, LoadedPage, Table } from './use-table.ts'
import './table.css'
import './cards.css'

type DataTableProps<Row, S extends string> = {
  label: string
  /** The CSS class of the table. It determines the layout of the cards. */
  name: string
  columns: readonly Column<Row, S>[]
  table: Table<Row, S>
  /** Shown in place of the table if there are no rows. */
  empty: ReactNode
}

/** One page of a table, with links to the pages before and after it. On a narrow screen each row is shown as a card. */
export function DataTable<Row extends Identified, S extends string>(props: DataTableProps<Row, S>) {
  const { table, empty } = props
  const { page } = table
  const shown = useRef<HTMLDivElement>(null)
  useStartOfPage(shown, table)
  if (page === null) {
    if (!table.error) return <Loading />
    return (
      <ErrorState
        title={words.listFailed}
        error={table.error}
        retrying={table.loading}
        onRetry={table.retry}
      />
    )
  }
  return (
    <div ref={shown} className="rows" aria-busy={table.loading}>
      <p className="row-count small" role="status">
        {countText(page, table.total)}
        <NewRows table={table} />
      </p>
      {page.rows.length > 0 && <Rows {...props} page={page} />}
      {page.rows.length === 0 && (page.number > 1 ? <EmptyPage table={table} /> : empty)}
    </div>
  )
}

function Loading() {
  return (
    <div className="mt-10" role="status" aria-label={words.loading}>
      <TableSkeleton />
    </div>
  )
}

/**
 * Scrolls to the top of the table when another page or sort order is loaded. The first row gets the focus if the user has
 * followed a link to another page. Back and Forward restore the scroll position instead.
 */
function useStartOfPage(
  shown: RefObject<HTMLDivElement | null>,
  { state: { sort, direction, after, before }, loading }: Pick<Table<unknown, string>, 'state' | 'loading'>,
): void {
  const { type } = useRouter()
  const view = [sort, direction, after, before].join(' ')
  const last = useRef(view)
  useEffect(() => {
    if (last.current === view || loading) return undefined
    last.current = view
    if (type === 'POP') return undefined
    const rows = shown.current
    if (!rows) return undefined
    const isOnLink = document.activeElement?.closest('.page-links, .row-count')
    if (isOnLink || isFocusLost()) focusFirstRow(rows)
    if (rows.getBoundingClientRect().top >= 0) return undefined
    const frame = requestAnimationFrame(() => rows.scrollIntoView({ block: 'start', behavior: 'instant' }))
    return () => cancelAnimationFrame(frame)
  }, [view, loading, type, shown])
}

function focusFirstRow(rows: HTMLElement): void {
  rows.querySelector<HTMLElement>('tbody tr')?.focus({ preventScroll: true })
}

/** Returns which rows are shown, and how many there are if that is known, such as `51–100 of 1,234 rows`. */
function countText({ rows, offset }: LoadedPage<unknown>, total: number | null): string {
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
function NewRows<Row, S extends string>({ table: { source, state, newCount } }: { table: Table<Row, S> }) {
  if (newCount === 0) return null
  const newest = { sort: source.sorts[0], direction: 'desc' } as const
  return (
    <PageLink className="link" to={tableSearch({ ...state, ...FIRST_PAGE, ...newest }, source)}>
      {source.count?.newRows(newCount)}
    </PageLink>
  )
}

type RowsProps<Row, S extends string> = DataTableProps<Row, S> & { page: LoadedPage<Row> }

function Rows<Row extends Identified, S extends string>({
  label,
  name,
  columns,
  table,
  page,
}: RowsProps<Row, S>) {
  const { total, state, change } = table
  return (
    <>
      <table role="table" className={name} aria-label={label} aria-rowcount={ariaRowCount(total)}>
        <TableHead columns={columns} sorting={{ ...state, onSort: (sort) => change(sortBy(state, sort)) }} />
        <TableBody columns={columns} page={page} />
      </table>
      <PageLinks table={table} page={page} />
    </>
  )
}

/** Returns the value of `aria-rowcount`: the number of all rows and the header, or -1 if the number is not known. */
function ariaRowCount(total: number | null): number {
  return total === null || total >= MAX_COUNTED ? -1 : total + 1
}

/** Shown in place of a page whose rows are all gone. */
function EmptyPage<Row, S extends string>({ table: { state, source } }: { table: Table<Row, S> }) {
  return (
    <EmptyState title={words.emptyPage}>
      <ButtonLink tone="quiet" to={tableSearch({ ...state, ...FIRST_PAGE }, source)}>
        {words.firstPage}
      </ButtonLink>
    </EmptyState>
  )
}
