/** Splits CSV text into the cells of its lines. Cells in quotes can contain separators and line breaks. */
export function splitCsv(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, 'gy')
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '') break
    if (end !== separator) rows.push([])
  }
  // The line break at the end of the text begins no line.
  const [only, ...others] = rows.at(-1) ?? []
  return only === '' && others.length === 0 ? rows.slice(0, -1) : rows
}
