import { sql } from 'kysely'

/** The kinds of entries in shop management. Each entry has an owner, and is archived instead of deleted. */
export type EntryKind = 'brand' | 'coffee' | 'packet'

/** The table of a kind of entry: brands have one of their own, coffees and packets are both products. */
export function tableOf(kind: EntryKind): 'brands' | 'products' {
  return kind === 'brand' ? 'brands' : 'products'
}

/** The condition that a row of `tableOf(kind)` is an entry of this kind. */
export function isOfKind(kind: EntryKind) {
  return kind === 'brand' ? sql<boolean>`TRUE` : sql<boolean>`kind = ${kind}`
}
