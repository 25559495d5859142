/** Returns one line of CSV (RFC 4180). No spreadsheet program evaluates a cell of it as a formula. */
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
 * separator. With a locale that has decimal commas, spreadsheet programs split lines at semicolons and read our quotes
 * as text. Some programs skip quotes and spaces in front of a formula.
 */
const FORMULA_START = new RegExp(`(?<=^|[,;|\\t\\r\\n])(?=(?:"|[^\\S\\t\\r\\n])*[${FORMULA}])`, 'g')

/** Some programs remove a tab or a line break at the start of a cell. The cell then begins with the next character. */
const BLANK_START = /^(?=[\t\r\n])/

/** A plain number is never evaluated. It must stay a number, so that amounts can be added up. */
const NUMBER = /^-?\d+(\.\d+)?$/

/** Returns one cell. An apostrophe in front of a formula makes it text (OWASP, "CSV Injection"). */
export function cell(text: string): string {
  if (NUMBER.test(text)) return text
  const safe = text.replace(FORMULA_START, "'").replace(BLANK_START, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
