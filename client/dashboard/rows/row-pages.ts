import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { LiveTopic } from '#contract/values/live.ts'

export type Identified = { _id: string }

/** One page of a long table. `next` is the cursor of the page after it, or null if it is the last. */
export type RowPage<Row> = { rows: Row[]; next: string | null }

/** The loaded pages in order, and the cursor of each. The first page has the cursor null. */
export type RowPages<Row> = InfiniteData<RowPage<Row>, string | null>

/** How to load the rows of a table, and which events say that they have changed. */
export type RowSource<Row> = {
  /** The query key. It starts with the name of the call, so that `changeCachedRows` finds every table with its rows. */
  key: readonly unknown[]
  topics: readonly LiveTopic[]
  fetchPage: (after: string | null, signal?: AbortSignal) => Promise<RowPage<Row>>
  /** Counts all rows, also those that are not loaded. A table without it only shows how many are loaded. */
  count?: { key: readonly unknown[]; fetch: (signal: AbortSignal) => Promise<{ rows: number }> }
}

/** Returns all loaded rows, each once. A row that moved while pages were loading can be on two of them. */
export function flatRows<Row extends Identified>({ pages }: RowPages<Row>): Row[] {
  const rows = new Map<string, Row>()
  for (const page of pages) {
    for (const row of page.rows) if (!rows.has(row._id)) rows.set(row._id, row)
  }
  return [...rows.values()]
}

/** Returns a table of which only the first page is loaded. */
export function onlyFirstPage<Row>(first: RowPage<Row>): RowPages<Row> {
  return { pages: [first], pageParams: [null] }
}

/** Replaces loaded rows by newer versions of them. It adds, removes and moves none. */
export function updateRows<Row extends Identified>(data: RowPages<Row>, newer: Row[]): RowPages<Row> {
  const byId = new Map(newer.map((row) => [row._id, row]))
  return changeRows(data, (row) => byId.get(row._id) ?? row)
}

/** Returns the loaded rows as `change` returns them. A row for which it returns null is removed. */
export function changeRows<Row>(data: RowPages<Row>, change: (row: Row) => Row | null): RowPages<Row> {
  const pages = data.pages.map((page) => ({
    ...page,
    rows: page.rows.map(change).filter((row) => row !== null),
  }))
  return { ...data, pages }
}

/** Changes the rows of a call in every table of the query cache, as `changeRows` does. */
export function changeCachedRows<Row>(
  client: QueryClient,
  call: string,
  change: (row: Row) => Row | null,
): void {
  client.setQueriesData<RowPages<Row>>({ queryKey: [call] }, (data) => data && changeRows(data, change))
}

/** Returns how many rows of a newly fetched page are not loaded yet. */
export function countNew<Row extends Identified>(data: RowPages<Row>, fetched: Row[]): number {
  const loaded = new Set(data.pages.flatMap(({ rows }) => rows.map(({ _id }) => _id)))
  return fetched.filter(({ _id }) => !loaded.has(_id)).length
}

/** Returns the cursor of the page with this row, or null for the first page and for a row that is not loaded. */
export function cursorOfRow<Row extends Identified>(data: RowPages<Row>, id: string): string | null {
  const page = data.pages.findIndex(({ rows }) => rows.some(({ _id }) => _id === id))
  return data.pageParams[page] ?? null
}
