import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { LiveTopic } from '#contract/values/live.ts'

export type Identified = { _id: string }

/**
 * One page of the rows of a long table. `next` is the cursor for fetching the next page, or null if this page is the
 * last.
 */
export type RowPage<Row> = { rows: Row[]; next: string | null }

/**
 * The loaded pages in order, and for each page the cursor that was used to fetch it. The first page has the cursor
 * null.
 */
export type RowPages<Row> = InfiniteData<RowPage<Row>, string | null>

/** How to fetch the rows of a table. `topics` are the server-sent events that say that the rows have changed. */
export type RowSource<Row> = {
  /**
   * The query key of the table. It starts with the name of the API call, because `changeCachedRows` finds tables by
   * this name.
   */
  key: readonly unknown[]
  topics: readonly LiveTopic[]
  fetchPage: (after: string | null, signal?: AbortSignal) => Promise<RowPage<Row>>
  /**
   * Fetches the number of all rows, including those that are not loaded. If `count` is not set, the table shows only
   * how many rows are loaded.
   */
  count?: { key: readonly unknown[]; fetch: (signal: AbortSignal) => Promise<{ rows: number }> }
}

/**
 * Returns all loaded rows without duplicates. A row that moved to another page while pages were loading can be on two
 * pages.
 */
export function flatRows<Row extends Identified>({ pages }: RowPages<Row>): Row[] {
  const rows = new Map<string, Row>()
  for (const page of pages) {
    for (const row of page.rows) if (!rows.has(row._id)) rows.set(row._id, row)
  }
  return [...rows.values()]
}

/** Returns the data of a table of which only the first page is loaded. */
export function onlyFirstPage<Row>(first: RowPage<Row>): RowPages<Row> {
  return { pages: [first], pageParams: [null] }
}

/** Replaces loaded rows by newer versions. Does not add, remove or reorder rows. */
export function updateRows<Row extends Identified>(data: RowPages<Row>, newer: Row[]): RowPages<Row> {
  const byId = new Map(newer.map((row) => [row._id, row]))
  return changeRows(data, (row) => byId.get(row._id) ?? row)
}

/** Applies `change` to every loaded row and returns the new data. Rows for which `change` returns null are removed. */
export function changeRows<Row>(data: RowPages<Row>, change: (row: Row) => Row | null): RowPages<Row> {
  const pages = data.pages.map((page) => ({
    ...page,
    rows: page.rows.map(change).filter((row) => row !== null),
  }))
  return { ...data, pages }
}

/**
 * Applies `change` to the rows of every cached table that was filled by the API call `call`. Rows for which `change`
 * returns null are removed.
 */
export function changeCachedRows<Row>(
  client: QueryClient,
  call: string,
  change: (row: Row) => Row | null,
): void {
  client.setQueriesData<RowPages<Row>>({ queryKey: [call] }, (data) => data && changeRows(data, change))
}

/** Returns how many rows of a newly fetched page are not among the loaded rows. */
export function countNew<Row extends Identified>(data: RowPages<Row>, fetched: Row[]): number {
  const loaded = new Set(data.pages.flatMap(({ rows }) => rows.map(({ _id }) => _id)))
  return fetched.filter(({ _id }) => !loaded.has(_id)).length
}

/**
 * Returns the cursor with which the page of a row was fetched. Returns null if the row is on the first page or is not
 * loaded.
 */
export function cursorOfRow<Row extends Identified>(data: RowPages<Row>, id: string): string | null {
  const page = data.pages.findIndex(({ rows }) => rows.some(({ _id }) => _id === id))
  return data.pageParams[page] ?? null
}
