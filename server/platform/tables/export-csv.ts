import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { Problem } from '#contract/errors.ts'
import type { UserSession } from '../http/caller.ts'
import type { CallsSetup } from '../http/calls.ts'
import { sendProblem } from '../http/errors.ts'
import { admitted } from '../http/gate.ts'

/**
 * The columns of an export, in order. A key is the header of the column, and its function returns the cell of a row.
 */
export type CsvColumns<R> = Record<string, (row: R) => string | Decimal>

/** A number such as `-12.50`. The name of a lot can look like one, so only what is marked gets the decimals of the file. */
export type Decimal = { decimal: string }

/**
 * How a program reads CSV files. Where decimals have a comma, a semicolon separates the cells. Excel reads a file as UTF-8
 * only if it begins with a byte order mark.
 */
export type CsvStyle = { separator: ',' | ';'; decimal: '.' | ','; hasBom: boolean }

const POINT: CsvStyle = { separator: ',', decimal: '.', hasBom: true }

/** Countries whose programs expect semicolons between cells, although their decimals have a point. */
const POINT_AND_SEMICOLON = ['CH', 'LI']

/** Returns the style of a country such as `DE`, so that Excel opens a file there by a double click. */
export function csvStyleOf(country: string): CsvStyle {
  if (POINT_AND_SEMICOLON.includes(country)) return { ...POINT, separator: ';' }
  const locale = new Intl.Locale(`und-${country}`).maximize()
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
  const hasComma = parts.some(({ type, value }) => type === 'decimal' && value === ',')
  return hasComma ? { separator: ';', decimal: ',', hasBom: true } : POINT
}

/** Returns rows as CSV (RFC 4180). The rows come in batches, and other requests are served between two of them. */
export function csvOf<R>(columns: CsvColumns<R>, batches: AsyncIterable<R[]>, style: CsvStyle): Readable {
  const cells = Object.values(columns)
  async function* lines() {
    yield `${style.hasBom ? '\uFEFF' : ''}${line(Object.keys(columns), style)}`
    for await (const rows of batches) {
      yield rows
        .map((row) =>
          line(
            cells.map((cellOf) => cellOf(row)),
            style,
          ),
        )
        .join('')
      await new Promise<void>((next) => setImmediate(next))
    }
  }
  return Readable.from(lines())
}

/**
 * A file to download: its path below `/api`, the schema of its query, who may have it (admins by default), and the function that returns its content. The last
 * part of the path is the name of the file, unless `nameOf` returns another one. A file in `latin1` has the encoding that
 * Windows calls 1252.
 */
type Download<Q> = {
  path: string
  querystring: TSchema
  access?: 'adminBySession' | 'staffBySession'
  write: (query: Q, caller: UserSession) => Promise<Readable>
  nameOf?: (query: Q) => string
  encoding?: 'utf8' | 'latin1'
}

/**
 * Serves an export to admins, or to all staff. The browser opens its URL without an access token, so the session cookie
 * identifies the user.
 */
export function serveCsv<Q>(
  setup: CallsSetup,
  { path, querystring, access = 'adminBySession', write, nameOf, encoding = 'utf8' }: Download<Q>,
): void {
  const onRequest = admitted(setup, { access, limit: 'export' })
  setup.app.get(`/api${path}`, { schema: { querystring }, onRequest }, async (request, reply) => {
    const { caller } = request
    if (!caller) return sendProblem(reply, new Problem('not-signed-in'))
    // cast: the schema of this route has already validated the query
    const query = request.query as Q
    const name = nameOf?.(query) ?? path.slice(path.lastIndexOf('/') + 1)
    reply.headers({
      'content-type': `text/csv; charset=${encoding === 'utf8' ? 'utf-8' : 'windows-1252'}`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    })
    const csv = await write(query, caller)
    return reply.send(Readable.from(whileValid(csv, encoding, () => setup.gate.isStillValid(caller))))
  })
}

/**
 * Passes on the text of an export while the user has the role of the beginning. A slow client may download for a long
 * time, so the download is aborted once the user has another one.
 */
async function* whileValid(
  csv: Readable,
  encoding: BufferEncoding,
  isStillValid: () => Promise<boolean>,
): AsyncGenerator<Buffer> {
  for await (const chunk of csv) {
    if (!(await isStillValid())) throw new Error('The user of this export has lost the role or the session.')
    yield Buffer.from(String(chunk), encoding)
  }
}

/** Returns one line of a CSV file (RFC 4180). Spreadsheet programs evaluate none of its cells as a formula. */
export function line(cells: (string | Decimal)[], style = POINT): string {
  return `${cells.map((content) => cell(content, style)).join(style.separator)}\r\n`
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
export function cell(text: string | Decimal, { decimal } = POINT): string {
  if (typeof text !== 'string') return text.decimal.replace('.', decimal)
  if (NUMBER.test(text)) return text
  const safe = text.replace(FORMULA_START, "'").replace(BLANK_START, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
