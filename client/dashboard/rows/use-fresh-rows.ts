import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useLive } from '../live/live.ts'
import { countNew, patchRows, placeOfRow, startAfresh } from './row-pages.ts'
import type { Identified, RowPage, RowPages } from './row-pages.ts'
import type { RowSource } from './row-source.ts'
import { firstVisibleRow, focusRow, isAtTop, scrollToTop } from './visible-rows.ts'

type Body = RefObject<HTMLTableSectionElement | null>

/** Rows that were read within this time, in ms, are as good as fresh. */
const FRESH = 1000

/**
 * Reads a table again when it has changed. Somebody who sees its top gets the new rows at once; somebody who reads
 * further down keeps every row where it is, each as it is now, and is told how many have come.
 */
export function useFreshRows<Row extends Identified>(source: RowSource<Row>, body: Body) {
  const client = useQueryClient()
  const table = JSON.stringify(source.key)
  const latest = useRef(source)
  const turn = useRef(0)
  const [news, setNews] = useState({ table, count: 0 })

  useEffect(() => {
    latest.current = source
  })

  const refresh = useCallback(async () => {
    turn.current += 1
    const mine = turn.current
    const { key } = latest.current
    const read = await readAgain(client, latest.current, body).catch(() => null)
    if (!read || mine !== turn.current) return
    const count = isAtTop(body.current)
      ? await putFirst(client, key, read.first)
      : putInPlace(client, key, read)
    setNews({ table: JSON.stringify(key), count })
  }, [client, body])

  const showNews = useCallback(async () => {
    const { key, fetchPage } = latest.current
    const first = await fetchPage(null).catch(() => null)
    if (!first) return
    // First the way, then the rows: those that are measured before the page has moved would take it back again.
    await scrollToTop(body.current)
    await putFirst(client, key, first)
    setNews({ table: JSON.stringify(key), count: 0 })
    const [newest] = first.rows
    if (newest) await focusRow(body.current, newest._id)
  }, [client, body])

  useEffect(() => {
    const known = client.getQueryState(latest.current.key)
    if (known?.data && known.dataUpdatedAt < Date.now() - FRESH) void refresh()
  }, [client, refresh, table])
  useLive(source.topics, () => void refresh())

  return { news: news.table === table ? news.count : 0, showNews: () => void showNews() }
}

type Read<Row> = { first: RowPage<Row>; seen: Row[] }

/** The first page, and the rows of the page that somebody is looking at; null while there is no table yet. */
async function readAgain<Row extends Identified>(
  client: QueryClient,
  { key, fetchPage }: RowSource<Row>,
  body: Body,
): Promise<Read<Row> | null> {
  const data = client.getQueryData<RowPages<Row>>(key)
  if (!data) return null
  const row = firstVisibleRow(body.current)
  const place = row === null ? null : placeOfRow(data, row)
  const [first, seen] = await Promise.all([fetchPage(null), place === null ? null : fetchPage(place)])
  return { first, seen: seen?.rows ?? [] }
}

async function putFirst<Row>(
  client: QueryClient,
  key: readonly unknown[],
  first: RowPage<Row>,
): Promise<number> {
  await client.cancelQueries({ queryKey: key, exact: true })
  client.setQueryData<RowPages<Row>>(key, startAfresh(first))
  return 0
}

function putInPlace<Row extends Identified>(
  client: QueryClient,
  key: readonly unknown[],
  read: Read<Row>,
): number {
  const data = client.getQueryData<RowPages<Row>>(key)
  if (!data) return 0
  client.setQueryData<RowPages<Row>>(key, patchRows(data, [...read.first.rows, ...read.seen]))
  return countNew(data, read.first.rows)
}
