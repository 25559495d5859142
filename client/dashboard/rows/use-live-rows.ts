import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useLive } from '../live/use-live.ts'
import { countNew, cursorOfRow, onlyFirstPage, updateRows } from './row-pages.ts'
import type { Identified, RowPage, RowPages, RowSource } from './row-pages.ts'
import { firstVisibleRow, focusRow, isAtTop, scrollToTop } from './visible-rows.ts'

type Body = RefObject<HTMLTableSectionElement | null>

/** Cached rows that are younger than this, in ms, are not fetched again when a table is opened. */
const FRESH_FOR = 1000

/**
 * Refreshes a table when an event says that its rows have changed. If its top is visible, new rows appear at once. If
 * the admin has scrolled down, every row stays in its place with its new values, and the new rows are only counted.
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
    // Scroll before the rows change: rows that are measured while the page is scrolled down would scroll it back.
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

/** Fetches the first page and the page with the first visible row. Returns null if nothing is loaded yet. */
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

/** Replaces all loaded rows by a new first page. Returns the number of new rows that are not shown: none. */
async function showFirstPage<Row>(
  client: QueryClient,
  key: readonly unknown[],
  first: RowPage<Row>,
): Promise<number> {
  await client.cancelQueries({ queryKey: key, exact: true })
  client.setQueryData<RowPages<Row>>(key, onlyFirstPage(first))
  return 0
}

/** Gives the loaded rows their new values. Returns the number of new rows that are not shown. */
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
