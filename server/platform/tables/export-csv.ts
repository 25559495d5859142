import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { TSchema } from 'typebox'
import type { CallsSetup } from '../http/calls.ts'
import { admitted } from '../http/gate.ts'
import type { Cursor } from './keyset.ts'
import type { List, PageQuery, Sorted } from './list.ts'
import type { Reads } from './serve-page.ts'

/**
 * The columns of an export, in order. A key is the header of the column, and its function returns the cell of a row.
 */
export type CsvColumns<R> = Record<string, (row: R) => string>

/** A list, and how it is exported to a file. `D` is a row with everything that the columns need. */
export type CsvExport<DB, TB extends keyof DB, R extends { id: string }, Q extends PageQuery, D> = {
  list: List<DB, TB, R, Q>
  columns: CsvColumns<D>
  /** How many rows are read at a time. Other requests are served between two batches. */
  batchSize: number
  /** Adds the fields that the columns need and the rows of the list do not have. */
  complete: (db: Kysely<DB>, rows: R[]) => D[] | Promise<D[]>
}

/** Returns all rows that pass the filters of a query as CSV (RFC 4180), sorted as the query requests. */
export function exportCsv<DB, TB extends keyof DB, R extends { id: string }, Q extends PageQuery, D>(
  { longRead }: Pick<Reads<DB>, 'longRead'>,
  { list, columns, batchSize, complete }: CsvExport<DB, TB, R, Q, D>,
  query: Q,
): Readable {
  const page = { ...list.pageOf(query), isBefore: false, limit: batchSize }
  const cells = Object.values(columns)
  async function* lines() {
    yield `\uFEFF${line(Object.keys(columns))}`
    for (let cursor: Cursor | null = null, hasMore = true; hasMore;) {
      const rows: Sorted<R>[] = await list.read(longRead, { ...page, cursor })
      const completed = await complete(longRead, rows)
      yield completed.map((row) => line(cells.map((cellOf) => cellOf(row)))).join('')
      const last = rows.at(-1)
      hasMore = rows.length === batchSize
      if (last) cursor = [last.sorted_by, last.id]
      await new Promise<void>((next) => setImmediate(next))
    }
  }
  return Readable.from(lines())
}

/** A file to download: its path below `/api`, the schema of its query, and the function that returns its content. */
type Download<Q> = { path: string; querystring: TSchema; write: (query: Q) => Promise<Readable> }

/**
 * Serves an export to admins. The browser opens its URL without an access token, so the session cookie identifies the
 * admin.
 */
export function serveCsv<Q>(setup: CallsSetup, { path, querystring, write }: Download<Q>): void {
  const onRequest = admitted(setup, { access: 'adminBySession', limit: 'export' })
  setup.app.get(`/api${path}`, { schema: { querystring }, onRequest }, async ({ query, caller }, reply) => {
    const name = path.slice(path.lastIndexOf('/') + 1)
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    })
    // cast: the schema of this route has already validated the query
    const csv = await write(query as Q)
    const isStillAdmin = async () => caller !== null && setup.gate.isStillValid(caller)
    return reply.send(Readable.from(whileAdmin(csv, isStillAdmin)))
  })
}

/**
 * Passes on the text of an export while the user is an admin. A slow client may download for a long time, so the
 * download is aborted once the user is no longer an admin.
 */
async function* whileAdmin(csv: Readable, isStillAdmin: () => Promise<boolean>): AsyncGenerator<string> {
  for await (const chunk of csv) {
    if (!(await isStillAdmin())) throw new Error('The user of this export is no longer an admin.')
    yield String(chunk)
  }
}

/** Returns one line of a CSV file (RFC 4180). Spreadsheet programs evaluate none of its cells as a formula. */
export function line(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/**
 * Spreadsheet programs evaluate a cell as a formula if it begins with one of these characters. Some also accept the
 * full-width forms, which East Asian keyboards type.
 */
const FORMULA = '=+\\-@＝＋－＠'

/**
 * Matches every position in front of a formula where a cell may begin: at the start of the text, and after any
 * separator. Spreadsheet programs in countries with decimal commas split lines at semicolons, even inside our quotes.
 * Some programs skip quotes and spaces in front of a formula.
 */
const FORMULA_START = new RegExp(`(?<=^|[,;|\\t\\r\\n])(?=(?:"|[^\\S\\t\\r\\n])*[${FORMULA}])`, 'g')

/**
 * Matches the start of a cell that begins with a tab or a line break. Some programs remove this character, so that
 * the cell begins with the next one.
 */
const BLANK_START = /^(?=[\t\r\n])/

/**
 * Matches plain numbers, which are never evaluated as formulas. They stay numbers, so that amounts can be added up.
 */
const NUMBER = /^-?\d+(\.\d+)?$/

/**
 * Returns one cell of a CSV file. An apostrophe in front of a formula turns it into text (OWASP, "CSV Injection").
 */
export function cell(text: string): string {
  if (NUMBER.test(text)) return text
  const safe = text.replace(FORMULA_START, "'").replace(BLANK_START, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
