import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useLive } from '../live/use-live.ts'
import { countNew, cursorOfRow, onlyFirstPage, updateRows } from './row-pages.ts'
import type { Identified, RowPage, RowPages, RowSource } from './row-pages.ts'
import { firstVisibleRow, focusRow, isAtTop, scrollToTop } from './visible-rows.ts'

type Body = RefObject<HTMLTableSectionElement | null>

/** After this time in ms, cached rows are fetched again when their table is opened. */
const FRESH_FOR = 1000

/**
 * Refreshes the rows of a table when a server-sent event says that they have changed. If the top of the table is
 * visible, new rows appear at once. If the admin has scrolled down, the rows on the first page and on the visible page
 * get their new values without moving, and new rows are only counted.
 */
export function useLiveRows<Row extends Identified>(source: RowSource<Row>, body: Body) {
  const client = useQueryClient()
  const table = JSON.stringify(source.key)
  const latest = useRef(source)
  const refreshes = useRef(0)
  const [unseen, setUnseen] = useState({ table, count: 0 })

  useEffect(() => {
    latest.current = source
  })

  const refresh = useCallback(async () => {
    refreshes.current += 1
    const current = refreshes.current
    const { key } = latest.current
    const fetched = await fetchVisible(client, latest.current, body).catch(() => null)
    if (!fetched || current !== refreshes.current) return
    const count = isAtTop(body.current)
      ? await showFirstPage(client, key, fetched.first)
      : updateInPlace(client, key, fetched)
    setUnseen({ table: JSON.stringify(key), count })
  }, [client, body])

  const showNew = useCallback(async () => {
    const { key, fetchPage } = latest.current
    const first = await fetchPage(null).catch(() => null)
    if (!first) return
    // Scrolls before the rows change. If the virtualizer measured new rows while the page is scrolled down, it would
    // change the scroll position again.
    await scrollToTop(body.current)
    await showFirstPage(client, key, first)
    setUnseen({ table: JSON.stringify(key), count: 0 })
    const [newest] = first.rows
    if (newest) await focusRow(body.current, newest._id)
  }, [client, body])

  useEffect(() => {
    const cached = client.getQueryState(latest.current.key)
    if (cached?.data && cached.dataUpdatedAt < Date.now() - FRESH_FOR) void refresh()
  }, [client, refresh, table])
  useLive(source.topics, () => void refresh())

  return { newCount: unseen.table === table ? unseen.count : 0, showNew: () => void showNew() }
}

type Fetched<Row> = { first: RowPage<Row>; visible: Row[] }

/**
 * Fetches the first page, and the page that contains the first visible row. Returns null if the table is not loaded
 * yet.
 */
async function fetchVisible<Row extends Identified>(
  client: QueryClient,
  { key, fetchPage }: RowSource<Row>,
  body: Body,
): Promise<Fetched<Row> | null> {
  const data = client.getQueryData<RowPages<Row>>(key)
  if (!data) return null
  const row = firstVisibleRow(body.current)
  const cursor = row === null ? null : cursorOfRow(data, row)
  const [first, visible] = await Promise.all([fetchPage(null), cursor === null ? null : fetchPage(cursor)])
  return { first, visible: visible?.rows ?? [] }
}

/** Replaces all loaded rows by a new first page. Returns the number of new rows that are not shown, which is 0. */
async function showFirstPage<Row>(
  client: QueryClient,
  key: readonly unknown[],
  first: RowPage<Row>,
): Promise<number> {
  await client.cancelQueries({ queryKey: key, exact: true })
  client.setQueryData<RowPages<Row>>(key, onlyFirstPage(first))
  return 0
}

/**
 * Updates those loaded rows that were fetched again, and adds no rows. Returns the number of new rows that are not
 * shown.
 */
function updateInPlace<Row extends Identified>(
  client: QueryClient,
  key: readonly unknown[],
  fetched: Fetched<Row>,
): number {
  const data = client.getQueryData<RowPages<Row>>(key)
  if (!data) return 0
  client.setQueryData<RowPages<Row>>(key, updateRows(data, [...fetched.first.rows, ...fetched.visible]))
  return countNew(data, fetched.first.rows)
}
