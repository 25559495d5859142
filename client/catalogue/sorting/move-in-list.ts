import type { BagCategory, Brand } from '#contract/catalogue.ts'

/** An entry in a list that can be sorted. */
export type Sortable = { id: string; name: string; img: string }

export function sortableBrand({ _id, category_name, img }: Brand): Sortable {
  return { id: _id, name: category_name, img }
}

/** Several packets can have the same category, so a packet is shown with the name of its product. */
export function sortablePacket({ _id, name, img }: BagCategory): Sortable {
  return { id: _id, name, img }
}

/**
 * Returns the list with the item at the index `from` moved to the index `to`. An index outside of the list is limited.
 */
export function moveInList<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from]
  if (item === undefined) return [...items]
  const place = Math.max(0, Math.min(items.length - 1, to))
  return items.toSpliced(from, 1).toSpliced(place, 0, item)
}

/**
 * Returns the index in a vertical list to which a row is dragged. `middles` are the vertical middles of all rows in their
 * order before the drag, `from` is the index of the dragged row, and `y` is where its middle is now. All are in px.
 */
export function placeAt(middles: readonly number[], from: number, y: number): number {
  return middles.filter((middle, index) => index !== from && middle < y).length
}
