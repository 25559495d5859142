import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import { KIND_WORDS, ROAST_WORDS, STYLE_WORDS, tasteOf } from '#contract/values/facts/choices.ts'
import { countryName } from '#contract/values/countries.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { ProductSearchRow } from '#server/tables/product-rows.ts'
import { facetsOf } from '../facets.ts'
import { findUnindexed, listToIndex } from '../queries.ts'
import type { ProductWithBrand } from '../queries.ts'
import { foldedText } from './fold-words.ts'

/** Products: those with these ids, or those of these brands. */
type Which = { column: 'id' | 'brand_id'; values: string[] }

/**
 * Stores anew by what products are found: their facets and their words. It is called in the transaction that changes the
 * products or the name of their brand. Those that are not on sale are not found by words.
 */
export async function indexProducts(tx: Db, which: Which): Promise<void> {
  const products = await listToIndex(tx, which)
  if (products.length === 0) return
  const ids = products.map(({ id }) => id)
  await tx.deleteFrom('product_facets').where('product_id', 'in', ids).execute()
  await tx.deleteFrom('product_search').where('product_id', 'in', ids).execute()
  const facets = products.flatMap((product) => facetsOf(product.id, factsOf(product)))
  if (facets.length > 0) await tx.insertInto('product_facets').values(facets).execute()
  const words = products.filter(({ archived_at }) => archived_at === null).map(wordsOf)
  if (words.length > 0) await tx.insertInto('product_search').values(words).execute()
}

const BATCH = 200

/**
 * Indexes the products that have no words yet: those of a shop before version 0.1.0, and those of a restored backup. Every
 * instance of the server calls it at its start.
 */
export async function indexMissing(database: ShopDatabase): Promise<void> {
  await database.exclusively(async () => {
    const ids = await findUnindexed(database.read)
    for (let at = 0; at < ids.length; at += BATCH)
      await database.write(({ tx }) => indexProducts(tx, { column: 'id', values: ids.slice(at, at + BATCH) }))
  })
}

function factsOf({ facts }: ProductWithBrand): CoffeeFacts | null {
  return facts ? JSON.parse(facts) : null
}

function wordsOf(product: ProductWithBrand): ProductSearchRow {
  const { id, name, about } = product
  const facts = factsOf(product) ?? {}
  return {
    product_id: id,
    name: foldedText([name]),
    notes: foldedText(facts.notes ?? []),
    facts: foldedText(factTexts(product, facts)),
    about: foldedText([about, ...(facts.brews ?? []).map(({ method }) => method)]),
  }
}

type Text = string | null | undefined

function factTexts({ brand, category, weight_grams: grams }: ProductWithBrand, facts: CoffeeFacts): Text[] {
  const { kind, suitedFor, roast, notes = [], origins = [], certificates = [] } = facts
  const grown = origins.flatMap(({ country, region, producer, varieties = [], process }) => [
    country && countryName(country),
    region,
    producer,
    process,
    ...varieties,
  ])
  return [
    brand,
    category,
    kind && KIND_WORDS[kind],
    suitedFor && STYLE_WORDS[suitedFor],
    roast ? `${ROAST_WORDS[roast - 1]} roast` : null,
    grams === null ? null : `${grams}g ${grams / 1000}kg`,
    ...grown,
    ...notes.map(tasteOf),
    ...certificates,
  ]
}
