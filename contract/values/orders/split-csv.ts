/** Splits CSV text into the cells of its lines. Cells in quotes can contain separators and line breaks. */
export function splitCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, 'gy')
  for (const [, quoted, plain = '', end] of text.replace(/\r?\n$/, '').matchAll(cell)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') break
    if (end !== separator) rows.push([])
  }
  return rows
}
