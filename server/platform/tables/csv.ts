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
