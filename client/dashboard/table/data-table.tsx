import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ErrorState } from '#client/ui/states.tsx'
import { words } from '../texts.ts'
import './table.css'
import './cards.css'
import type { Column, Sorting } from './column.ts'
import type { Identified } from '../rows/row-pages.ts'
import { ariaRowCount, countText } from '../rows/row-count.ts'
import { TableBody } from './table-body.tsx'
import { TableHead } from './table-head.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import type { LoadedRows } from '../rows/use-rows.ts'
import { isAtTop } from '../rows/visible-rows.ts'

type DataTableProps<Row, S extends string> = {
  label: string
  /** Its class, for how its cards are laid out. */
  name: string
  columns: readonly Column<Row, S>[]
  loaded: LoadedRows<Row>
  sorting?: Sorting<S>
  /** Shown in place of a table without rows. */
  empty: ReactNode
}

/** A table that can be very long: its rows load as one scrolls; on a phone each is a card. */
export function DataTable<Row extends Identified, S extends string>(props: DataTableProps<Row, S>) {
  const { loaded, empty } = props
  if (loaded.rows === null) {
    if (!loaded.error) return <TableSkeleton />
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
      <RowCount text={countText(loaded.rows.length, loaded)} />
      <News count={loaded.news} onShow={loaded.showNews} />
      {loaded.rows.length === 0 ? empty : <LongTable {...props} rows={loaded.rows} />}
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

/** Somebody who sorts from far down starts again at the top, once the rows are there in their new order. */
function useTopAfterSorting(
  sorted: string | undefined,
  loading: boolean,
  body: RefObject<HTMLElement | null>,
): void {
  const shown = useRef(sorted)
  useEffect(() => {
    if (shown.current === sorted || loading) return undefined
    shown.current = sorted
    if (isAtTop(body.current)) return undefined
    const table = body.current?.closest('table')
    const frame = requestAnimationFrame(() => table?.scrollIntoView({ block: 'start', behavior: 'instant' }))
    return () => cancelAnimationFrame(frame)
  }, [sorted, loading, body])
}

function RowCount({ text }: { text: string }) {
  return (
    <p className="row-count" role="status">
      {text}
    </p>
  )
}

/** Stands over the table when rows have come that somebody who reads further down does not see. */
function News({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div className="news" role="status">
      {count > 0 && <Button onClick={onShow}>{words.news(count)}</Button>}
    </div>
  )
}

function MoreRows<Row>({ loaded }: { loaded: LoadedRows<Row> }) {
  if (loaded.loadingMore) return <p className="more-rows">{words.loadingMore}</p>
  if (!loaded.moreFailed) return null
  return (
    <p className="more-rows" role="alert">
      {words.moreFailed}{' '}
      <Button tone="quiet" onClick={loaded.loadMore}>
        {words.retry}
      </Button>
    </p>
  )
}
