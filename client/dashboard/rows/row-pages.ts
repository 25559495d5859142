import type { InfiniteData } from '@tanstack/react-query'

export type Identified = { _id: string }

/** One page of a long table, and the place after which the next begins. */
export type RowPage<Row> = { rows: Row[]; next: string | null }

/** The pages that are loaded, in order, and the places they were asked after. */
export type RowPages<Row> = InfiniteData<RowPage<Row>, string | null>

/** All loaded rows, each once: one that moved while pages were loading may have come twice. */
export function flatRows<Row extends Identified>({ pages }: RowPages<Row>): Row[] {
  const rows = new Map<string, Row>()
  for (const page of pages) {
    for (const row of page.rows) if (!rows.has(row._id)) rows.set(row._id, row)
  }
  return [...rows.values()]
}

/** The table from its first page on, as it was just fetched. */
export function startAfresh<Row>(first: RowPage<Row>): RowPages<Row> {
  return { pages: [first], pageParams: [null] }
}

/** The loaded rows with what is newly known of them; none comes, goes or moves. */
export function patchRows<Row extends Identified>(data: RowPages<Row>, known: Row[]): RowPages<Row> {
  const fresh = new Map(known.map((row) => [row._id, row]))
  return changeRows(data, (row) => fresh.get(row._id) ?? row)
}

/** The loaded rows, each as `change` makes it; null takes it away. */
export function changeRows<Row>(data: RowPages<Row>, change: (row: Row) => Row | null): RowPages<Row> {
  const pages = data.pages.map((page) => ({
    ...page,
    rows: page.rows.map(change).filter((row) => row !== null),
  }))
  return { ...data, pages }
}

/** How many rows of a fresh page are not among the loaded ones. */
export function countNew<Row extends Identified>(data: RowPages<Row>, fresh: Row[]): number {
  const known = new Set(data.pages.flatMap(({ rows }) => rows.map(({ _id }) => _id)))
  return fresh.filter(({ _id }) => !known.has(_id)).length
}

/** The place after which the page with this row was asked for; null for the first. */
export function placeOfRow<Row extends Identified>(data: RowPages<Row>, id: string): string | null {
  const page = data.pages.findIndex(({ rows }) => rows.some(({ _id }) => _id === id))
  return data.pageParams[page] ?? null
}
