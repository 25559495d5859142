/** The id of the element that names a row; it describes the row's buttons, whose own names stay to the letter. */
export function rowNameId(id: string): string {
  return `row-${id}`
}
