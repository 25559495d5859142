/** Writes one line of CSV (RFC 4180). No spreadsheet evaluates a cell of it as a formula. */
export function line(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`
}

/**
 * Spreadsheets evaluate a cell as a formula if it begins with one of these characters. Some also accept the full-width
 * forms, which East Asian keyboards type.
 */
const FORMULA = '=+\\-@＝＋－＠'

/**
 * Matches the places before a formula where a cell may begin: at the start of the text, and after any separator. A
 * spreadsheet in a country with decimal commas splits lines at semicolons and reads our quotes as text. Some programs
 * skip quotes and spaces before a formula.
 */
const FORMULA_START = new RegExp(`(?<=^|[,;|\\t\\r\\n])(?=(?:"|[^\\S\\t\\r\\n])*[${FORMULA}])`, 'g')

/** Some programs remove a tab or a line break at the start. The cell then begins with the next character. */
const BLANK_START = /^(?=[\t\r\n])/

/** A plain number is never evaluated. It must stay a number, because people sum amounts. */
const NUMBER = /^-?\d+(\.\d+)?$/

/** Writes one cell. An apostrophe in front of a formula turns it into text (OWASP, "CSV Injection"). */
export function cell(text: string): string {
  if (NUMBER.test(text)) return text
  const safe = text.replace(FORMULA_START, "'").replace(BLANK_START, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
