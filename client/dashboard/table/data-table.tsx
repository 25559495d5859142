import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TableSkeleton } from '#client/ui/skeleton.tsx'
import { ErrorState } from '#client/ui/states.tsx'
import { ariaRowCount, countText } from '../rows/row-count.ts'
import type { Identified } from '../rows/row-pages.ts'
import type { LoadedRows } from '../rows/use-rows.ts'
import { isAtTop } from '../rows/visible-rows.ts'
import { words } from '../texts.ts'
import { TableBody } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import type { Column, Sorting } from './table-head.tsx'
import './table.css'
import './columns.css'
import './cards.css'
import './card-layouts.css'

type DataTableProps<Row, S extends string> = {
  label: string
  /** The CSS class of the table. It determines the widths of the columns and the layout of the cards. */
  name: string
  columns: readonly Column<Row, S>[]
  loaded: LoadedRows<Row>
  sorting?: Sorting<S>
  /** Shown in place of the table if there are no rows. */
  empty: ReactNode
}

/**
 * A table of any length. More rows are loaded while the user scrolls. On a narrow screen each row is shown as a card.
 */
export function DataTable<Row extends Identified, S extends string>(props: DataTableProps<Row, S>) {
  const { loaded, empty } = props
  if (loaded.rows === null) {
    if (!loaded.error) return <Loading />
    return (
      <ErrorState
        title={words.listFailed}
        error={loaded.error}
        retrying={loaded.loading}
        onRetry={loaded.retry}
      />
    )
  }
  return (
    <div className="rows" aria-busy={loaded.loading}>
      <p className="row-count small" role="status">
        {countText(loaded.rows.length, loaded)}
      </p>
      <NewRows count={loaded.newCount} onShow={loaded.showNew} />
      {loaded.rows.length === 0 ? empty : <LongTable {...props} rows={loaded.rows} />}
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
 * A button that shows new rows. It appears above the table if new rows have arrived while the user was scrolled down.
 */
function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="new-rows" role="status">
      {count > 0 && <Button onClick={onShow}>{words.newRows(count)}</Button>}
    </div>
  )
}

type LongTableProps<Row, S extends string> = DataTableProps<Row, S> & { rows: Row[] }

function LongTable<Row extends Identified, S extends string>(props: LongTableProps<Row, S>) {
  const { label, name, columns, rows, loaded, sorting } = props
  useTopAfterSorting(sorting && `${sorting.sort} ${sorting.direction}`, loaded.loading, loaded.body)
  return (
    <>
      <table
        role="table"
        className={name}
        aria-label={label}
        aria-rowcount={ariaRowCount(rows.length, loaded)}
      >
        <TableHead columns={columns} sorting={sorting} />
        <TableBody columns={columns} rows={rows} loaded={loaded} body={loaded.body} />
      </table>
      <MoreRows loaded={loaded} />
    </>
  )
}

/** Scrolls to the top of the table after a change of the sort order, as soon as the sorted rows are loaded. */
function useTopAfterSorting(
  order: string | undefined,
  loading: boolean,
  body: RefObject<HTMLElement | null>,
): void {
  const shown = useRef(order)
  useEffect(() => {
    if (shown.current === order || loading) return undefined
    shown.current = order
    if (isAtTop(body.current)) return undefined
    const table = body.current?.closest('table')
    const frame = requestAnimationFrame(() => table?.scrollIntoView({ block: 'start', behavior: 'instant' }))
    return () => cancelAnimationFrame(frame)
  }, [order, loading, body])
}

function MoreRows<Row>({ loaded }: { loaded: LoadedRows<Row> }) {
  if (loaded.loadingMore) return <p className="p-4 text-center">{words.loadingMore}</p>
  if (!loaded.moreFailed) return null
  return (
    <p className="p-4 text-center" role="alert">
      {words.moreFailed}{' '}
      <Button tone="quiet" onClick={loaded.loadMore}>
        {words.retry}
      </Button>
    </p>
  )
}
