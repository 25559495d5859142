import { sql } from 'kysely'

/**
 * The kinds of catalogue entries: brands, coffees, and packets (bags of coffee that are sold under a category). Each
 * entry is owned by the admin who added it. A deleted entry stays in the database, marked as archived.
 */
export type EntryKind = 'brand' | 'coffee' | 'packet'

/**
 * Returns the name of the table with the entries of this kind. Coffees and packets are both stored in the table of
 * products.
 */
export function tableOf(kind: EntryKind): 'brands' | 'products' {
  return kind === 'brand' ? 'brands' : 'products'
}

/** Returns the SQL condition that selects the entries of this kind in the table `tableOf(kind)`. */
export function isOfKind(kind: EntryKind) {
  return kind === 'brand' ? sql<boolean>`TRUE` : sql<boolean>`kind = ${kind}`
}
