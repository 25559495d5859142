/**
 * How many entries of the shop's catalogue a user owns, by kind. A packet is a bag of coffee that is sold under a
 * category.
 */
type Counts = { brands: number; coffees: number; packets: number }

/**
 * Returns a text to show before a user is deleted. It says what will happen to the user's entries in the catalogue.
 * Returns null if the user owns none.
 */
export function handoverText(counts: Counts): string | null {
  const total = totalOf(counts)
  if (total === 0) return null
  const kinds = [
    named(counts.brands, 'brand'),
    named(counts.coffees, 'coffee name'),
    named(counts.packets, 'packet'),
  ].filter((text) => text !== null)
  const listed = new Intl.ListFormat('en-GB').format(kinds)
  const what =
    total === 1
      ? 'stays in the shop and goes to all admins, who find it'
      : 'stay in the shop and go to all admins, who find them'
  return `Their ${listed} ${what} under “Mine” in My Shop.`
}

/**
 * Returns a text to show after a user was deleted. It says what has happened to the user's entries in the catalogue.
 * Returns null if the user owned none.
 */
export function handedOverText(counts: Counts): string | null {
  const total = totalOf(counts)
  if (total === 0) return null
  return total === 1
    ? 'Their one entry in the shop now belongs to all admins.'
    : `Their ${total} entries in the shop now belong to all admins.`
}

function totalOf({ brands, coffees, packets }: Counts): number {
  return brands + coffees + packets
}

function named(count: number, noun: string): string | null {
  return count === 0 ? null : `${count} ${noun}${count === 1 ? '' : 's'}`
}
