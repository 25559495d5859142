/** Parses CSV text as RFC 4180 defines it, with this separator. Throws an error if the text is not valid CSV. */
export function parseCsv(csv: string, separator: ',' | ';' = ','): string[][] {
  const record = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n)`, 'y')
  const rows: string[][] = [[]]
  while (record.lastIndex < csv.length) {
    const at = record.lastIndex
    const [, quoted, plain = '', end] = record.exec(csv) ?? []
    if (end === undefined) throw new Error(`Not CSV: ${csv.slice(at, at + 40)}`)
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
  }
  return rows.slice(0, -1)
}
