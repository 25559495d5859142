import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CoffeesQuery } from '#contract/catalogue.ts'
import type { CoffeeFacts } from '#contract/selling/coffee-facts.ts'
import { chosenValues, LIST_PAGE, listFacets } from '#contract/values/facts/coffee-list.ts'
import type { ListFacet } from '#contract/values/facts/coffee-list.ts'
import { archive, changeCatalogue, putInStock } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { facetsOf } from './facets.ts'

const COFFEES = 60
const SEED = 7

/** A product of the test. `left` is how many can be bought, or null if it is never sold out. */
type Made = {
  id: string
  coffeeId: string | null
  isArchived: boolean
  left: number | null
  facts: CoffeeFacts
}

/** Returns a function that picks elements of lists at random, in the same way in every run (mulberry32). */
function pickFrom(seed: number) {
  let state = seed
  return <T>(list: readonly T[]): T => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    const at = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
    return list[Math.floor(at * list.length)] as T // cast: the index is below the length
  }
}

const pick = pickFrom(SEED)

function someFacts(): CoffeeFacts {
  const origin = () => ({ country: pick(['ET', 'KE', 'BR']), process: pick(['Washed', 'Natural', 'Honey']) })
  const notes = pick([[], ['Bergamot'], ['Dark honey', 'Caramel'], ['Milk chocolate', 'Plum'], ['Toast']])
  return {
    kind: pick(['single-origin', 'blend', 'decaf']),
    suitedFor: pick(['filter', 'espresso', 'both']),
    ...(pick([true, false]) && { roast: pick([1, 2, 3]) }),
    notes,
    origins: pick([[], [origin()], [origin(), origin()]]),
  }
}

const VALUES: Record<ListFacet, readonly string[]> = {
  suitedFor: ['filter', 'espresso'],
  roast: ['1', '2', '3', '5'],
  taste: ['Fruit', 'Flower', 'Sweet', 'Chocolate and nut'],
  process: ['Washed', 'Natural', 'Honey'],
  country: ['ET', 'KE', 'BR', 'PE'],
  decaf: ['yes'],
  inStock: ['yes'],
}

function someQuery(): CoffeesQuery {
  const chosen = listFacets.flatMap((facet) => {
    const values = [...new Set([pick(VALUES[facet]), pick(VALUES[facet])])]
    return pick([true, false, false]) ? [[facet, pick([values, values[0] ?? ''])] as const] : []
  })
  return Object.fromEntries(chosen)
}

describe.each(stores)('the list of coffees on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  const made: Made[] = []
  let cora: TestPerson
  const list = async (query: CoffeesQuery = {}) => (await cora.call('GET /coffees', { query })).answer
  const names = async (query: CoffeesQuery = {}) => (await list(query)).coffees.map(({ name }) => name)

  beforeAll(async () => void (cora = await shop.person('Cora')))

  /** Fills the shop with coffees, their bags and bags of none, of which some are archived and some sold out. */
  async function fill(): Promise<void> {
    const { espresso, packet } = shop.shelves
    for (let index = 0; index < COFFEES; index++) {
      const id = `coffee-${index}`
      made.push({
        id,
        coffeeId: null,
        isArchived: pick([true, false, false, false]),
        left: null,
        facts: someFacts(),
      })
      const bag = { coffeeId: pick([id, null]), isArchived: pick([true, false, false]), left: null }
      made.push({ ...bag, id: `bag-${index}`, facts: someFacts() })
    }
    await changeCatalogue(shop.database, async (tx) => {
      await tx.updateTable('products').set({ archived_at: 1 }).execute()
      for (const { id, coffeeId, isArchived, facts } of made) {
        const like = id.startsWith('coffee') ? espresso : packet
        const own = { coffee_id: coffeeId, archived_at: isArchived ? 1 : null, facts: JSON.stringify(facts) }
        await tx
          .insertInto('products')
          .values({ ...like, ...own, id, name: id })
          .execute()
        const rows = facetsOf(id, facts)
        if (rows.length > 0) await tx.insertInto('product_facets').values(rows).execute()
      }
    })
    for (const product of made) {
      const remaining = pick([null, null, 0, 999, 5000])
      if (remaining === null) continue
      const unit = pick(['bags', 'grams'] as const)
      const weight = pick([250, 1000, null])
      await putInStock(shop.database, { unit, remaining }, [product, weight])
      const ofPool = weight === null ? 0 : Math.floor(remaining / weight)
      product.left = unit === 'bags' ? remaining : ofPool
    }
  }

  /** Counts as the page should, without SQL: an item is a coffee, or a bag whose coffee is not on sale. */
  function counted(query: CoffeesQuery) {
    const onSale = made.filter(({ isArchived }) => !isArchived)
    const coffeeOf = ({ coffeeId }: Made) => onSale.find(({ id }) => id === coffeeId)
    const items = onSale.filter((one) => !coffeeOf(one))
    const valuesOf = (item: Made, facet: ListFacet): string[] => {
      if (facet !== 'inStock')
        return facetsOf(item.id, item.facts)
          .filter((row) => row.facet === facet)
          .map(({ value }) => value)
      const sizes = onSale.filter((one) => one === item || coffeeOf(one) === item)
      return sizes.some(({ left }) => left !== 0) ? ['yes'] : []
    }
    const has = (item: Made, facet: ListFacet) => {
      const chosen = chosenValues(query, facet)
      return chosen.length === 0 || valuesOf(item, facet).some((value) => chosen.includes(value))
    }
    const fits = (item: Made, except?: ListFacet) =>
      listFacets.every((facet) => facet === except || has(item, facet))
    const facets = listFacets.map((facet) => {
      const values = [...new Set(items.flatMap((item) => valuesOf(item, facet)))].toSorted()
      const count = (value: string) =>
        items.filter((item) => fits(item, facet) && valuesOf(item, facet).includes(value)).length
      return [facet, values.map((value) => ({ value, count: count(value) }))]
    })
    const fitting = items.filter((item) => fits(item))
    return {
      ids: fitting.map(({ id }) => id).toSorted(),
      all: items.length,
      facets: Object.fromEntries(facets),
    }
  }

  test('has coffees with their bags as sizes, and bags of no coffee, in the owner’s order', async () => {
    const { espresso, lungo, packet } = shop.shelves
    expect(await names()).toEqual(['Espresso', 'Lungo', 'House Blend'])
    await changeCatalogue(shop.database, async (tx) => {
      const products = tx.updateTable('products')
      await products.set({ coffee_id: lungo.id, weight_grams: 1000 }).where('id', '=', packet.id).execute()
      await products.set({ position: 1 }).where('id', '=', lungo.id).execute()
      await products.set({ weight_grams: 250, position: 2 }).where('id', '=', espresso.id).execute()
    })
    const { coffees, total, all } = await list()
    expect([total, all]).toEqual([2, 2])
    expect(coffees).toMatchObject([
      { kind: 'coffee', name: 'Lungo', sizes: [{ price: '10.05' }, { price: '19.99', weight: 1000 }] },
      { kind: 'coffee', name: 'Espresso', sizes: [{ price: '2.50', weight: 250 }] },
    ])
    await archive(shop.database, lungo)
    expect(await names()).toEqual(['Espresso', 'House Blend'])
    await archive(shop.database, lungo, null)
  })

  test('is sorted by the price of the cheapest size, by name, or the newest first', async () => {
    const { espresso, lungo, packet } = shop.shelves
    const change = (id: string, set: { price_cents?: number; created_at?: number }) =>
      changeCatalogue(shop.database, (tx) =>
        tx.updateTable('products').set(set).where('id', '=', id).execute(),
      )
    expect(await names({ sort: 'price' })).toEqual(['Espresso', 'Lungo'])
    await change(packet.id, { price_cents: 100 })
    expect(await names({ sort: 'price' })).toEqual(['Lungo', 'Espresso'])
    await change(espresso.id, { created_at: Date.now() + 1000 })
    expect(await names({ sort: 'newest' })).toEqual(['Espresso', 'Lungo'])
    await change(lungo.id, { created_at: Date.now() + 2000 })
    expect(await names({ sort: 'newest' })).toEqual(['Lungo', 'Espresso'])
    expect(await names({ sort: 'name' })).toEqual(['Espresso', 'Lungo'])
  })

  test('says which sizes are sold out, and lists what can be bought first', async () => {
    const { lungo, packet, espresso } = shop.shelves
    const before = await cora.call('GET /coffees', { query: {} })
    expect(before.headers).toHaveProperty('etag')
    await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [lungo, 250])
    await putInStock(shop.database, { unit: 'bags', remaining: 3 }, [packet, 1000])
    const { answer, headers } = await cora.call('GET /coffees', { query: {} })
    expect(answer.coffees[0]?.sizes.map(({ left }) => left)).toEqual([0, 3])
    expect(headers['cache-control']).toBe('no-store')
    await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [packet, 1000])
    expect(await names()).toEqual(['Espresso', 'Lungo'])
    expect(await names({ inStock: 'yes' })).toEqual([espresso.name])
  })

  test('fits the choices, and the counts of each facet leave its own choice out', async () => {
    await fill()
    for (let round = 0; round < 80; round++) {
      const query = round === 0 ? {} : someQuery()
      const { ids, all, facets } = counted(query)
      const found = await list(query)
      expect({ query, total: found.total, all: found.all, facets: found.facets }).toEqual({
        query,
        total: ids.length,
        all,
        facets,
      })
      const pagesOf = Math.ceil(ids.length / LIST_PAGE)
      const shown: string[] = []
      for (let page = 1; page <= pagesOf; page++)
        shown.push(...(await list({ ...query, page: String(page) })).coffees.map(({ _id }) => _id))
      expect(shown.toSorted()).toEqual(ids)
    }
  })

  test('refuses unknown parameters', async () => {
    const query = { colour: 'red' } as CoffeesQuery // cast: the contract has no such parameter
    expect((await cora.call('GET /coffees', { query })).status).toBe(422)
  })

  test('of an empty shop has neither coffees nor facets', async () => {
    await changeCatalogue(shop.database, (tx) => tx.updateTable('products').set({ archived_at: 1 }).execute())
    expect(await list({ roast: '2' })).toMatchObject({
      coffees: [],
      total: 0,
      all: 0,
      facets: { roast: [], inStock: [] },
    })
  })
})
