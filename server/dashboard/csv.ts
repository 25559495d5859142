/** One line of CSV (RFC 4180) of which no cell is a formula. */
export function line(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/**
 * Programs run a cell as a formula when it begins with one of these. Some take the full-width forms, which East Asian
 * keyboards type, for the same.
 */
const FORMULA = '=+\\-@＝＋－＠'

/**
 * Where a cell may begin: at the start of the text, and after whatever separates cells somewhere. Where numbers have a
 * decimal comma, spreadsheets split lines at semicolons and read the quotes within as text. Quotes and spaces before
 * a formula do not stop every program.
 */
const FORMULA_START = new RegExp(`(?<=^|[,;|\\t\\r\\n])(?=(?:"|[^\\S\\t\\r\\n])*[${FORMULA}])`, 'g')

/** A tab or a line break at the start is cut off by some programs, and what follows then begins the cell. */
const BLANK_START = /^(?=[\t\r\n])/

/** A plain number runs nothing, and it must stay one: amounts are added up. */
const NUMBER = /^-?\d+(\.\d+)?$/

/** One cell. An apostrophe before it makes text of what a spreadsheet would run (OWASP, "CSV Injection"). */
export function cell(text: string): string {
  if (NUMBER.test(text)) return text
  const safe = text.replace(FORMULA_START, "'").replace(BLANK_START, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
