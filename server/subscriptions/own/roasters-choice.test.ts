import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SubscriptionChange } from '#contract/orders/subscriptions.ts'
import { newId } from '#server/platform/clock.ts'
import type { CoffeeRow } from '#server/tables/product-rows.ts'
import { archive, changeCatalogue, putInStock, sellWithoutStock, setPrice } from '#test/catalogue.ts'
import { FakeGateway } from '#test/gateway.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { subscribe, subscriptionsOf } from '#test/selling/subscriptions.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { closeDue } from '../close-due.ts'
import { listDue } from '../desk/list-due.ts'
import { remind } from '../remind.ts'

/** A Tuesday. The shop roasts on Tuesdays until 10:00, so what is ordered then is roasted on that day. */
const ORDERED = Date.parse('2026-11-24T08:00:00Z')
const DAY_MS = 24 * 60 * 60_000

const FACTS = { Harar: 'espresso', Sidamo: 'both', Yirga: 'filter', Decaf: 'espresso' } as const

describe.each(stores)('the roaster’s choice on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { gateway: new FakeGateway(), env: mailSettings })
  const ids = { Harar: newId(), Sidamo: newId(), Yirga: newId(), Decaf: newId(), Large: newId() }
  let cora: TestPerson
  let id = ''
  let count = 0
  beforeAll(async () => {
    const roasting = { weekdays: [2], cutOff: '10:00', closedDays: [] }
    await saveTestSelling(shop.database, { ...portugueseShop, roasting })
    const { espresso } = shop.shelves
    const size = { weight_grams: 250, price_cents: 1200 }
    const alike = (Object.keys(FACTS) as (keyof typeof FACTS)[]).map((name): CoffeeRow => {
      const facts = { suitedFor: FACTS[name], ...(name === 'Decaf' && { kind: 'decaf' }) }
      return { ...espresso, ...size, id: ids[name], name, facts: JSON.stringify(facts) }
    })
    const large = { ...espresso, id: ids.Large, name: 'Large', weight_grams: 1000, coffee_id: ids.Sidamo }
    await changeCatalogue(shop.database, async (tx) => {
      await tx
        .insertInto('products')
        .values([...alike, large])
        .execute()
      const own = { ...size, facts: '{"kind":"blend","suitedFor":"espresso"}' }
      await tx.updateTable('products').set(own).where('id', '=', espresso.id).execute()
    })
  })
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: ORDERED })
    cora = await shop.person(`Cora ${(count += 1)}`)
    await subscribe(shop, cora, { coffees: [espresso()], everyWeeks: 1 })
    id = (await subscriptionsOf(shop, cora))[0]?.id ?? ''
    for (const product of Object.values(ids)) await setPrice(shop.database, { id: product }, 1200)
  })
  afterEach(async () => {
    vi.useRealTimers()
    await shop.database.write(({ tx }) => tx.updateTable('subscriptions').set({ state: 'ended' }).execute())
  })

  const espresso = (): CoffeeRow => ({ ...shop.shelves.espresso, price_cents: 1200 })
  const put = (body: SubscriptionChange) => cora.send('PUT /subscriptions/{id}', { params: { id }, body })
  /** Orders the deliveries of some weeks, and returns the names and the price of what all of them brought. */
  async function sent(...weeks: number[]): Promise<string[]> {
    for (const week of weeks) {
      vi.setSystemTime(ORDERED + (week * 7 - 1.9) * DAY_MS)
      await closeDue(shop)
    }
    const lines = shop.database.read.selectFrom('cart_items').select(['product_name', 'price_cents'])
    const rows = await lines.where('user_id', '=', cora.userId).orderBy('id').execute()
    return rows.map(({ product_name, price_cents }) => `${product_name} ${price_cents}`)
  }

  test('sends each coffee of the kind and the size in turn, for the agreed price', async () => {
    await setPrice(shop.database, { id: ids.Sidamo }, 900)
    expect((await put({ roastersChoice: true })).answer).toMatchObject({
      roastersChoice: true,
      kind: 'espresso',
    })
    const names = await sent(1, 2, 3, 4, 5, 6)
    expect(names.slice(1, 3).toSorted()).toEqual(['Harar 1200', 'Sidamo 1200'])
    expect(names[3]).toBe('Espresso 1200')
    expect(names.slice(4)).toEqual(names.slice(1, 4))
  })

  test('begins with the coffee that was ordered, if it was chosen with the first order', async () => {
    await put({ state: 'ended' })
    vi.setSystemTime(ORDERED + 60_000)
    await subscribe(shop, cora, { coffees: [espresso()], everyWeeks: 1, roastersChoice: true })
    const [, first, second] = await sent(1)
    expect([first, second]).toEqual(['Espresso 1200', expect.stringMatching(/^(Harar|Sidamo) 1200$/)])
    const mails = shop.database.read.selectFrom('outbox').select('data').where('recipient', '=', cora.email)
    const all = await mails.where('template', '=', 'subscription').orderBy('id', 'desc').execute()
    const begun = all.find(({ data }) => data?.includes('"event":"begun"'))
    expect(begun?.data).toContain('Roaster’s choice (espresso')
  })

  test('is never the same twice running, and counts what the person bought in between', async () => {
    await put({ roastersChoice: true })
    await archive(shop.database, { id: ids.Sidamo })
    vi.setSystemTime(ORDERED + 60_000)
    const harar = { ...espresso(), id: ids.Harar, name: 'Harar' }
    await subscribe(shop, cora, { coffees: [harar], everyWeeks: 6 })
    const [, , next] = await sent(1)
    await archive(shop.database, { id: ids.Sidamo }, null)
    expect(next).toBe('Espresso 1200')
  })

  test('passes over what is dearer or sold out, falls back to the coffee, and needs no second choice', async () => {
    await put({ roastersChoice: true, secondChoice: ids.Yirga })
    await setPrice(shop.database, { id: ids.Harar }, 1201)
    await putInStock(shop.database, { unit: 'bags', remaining: 0 }, [{ id: ids.Sidamo }, 250])
    expect((await sent(1)).at(-1)).toBe('Espresso 1200')
    await archive(shop.database, shop.shelves.espresso)
    expect(await sent(2)).toHaveLength(2)
    vi.setSystemTime(ORDERED)
    await put({ roastersChoice: false })
    expect((await sent(3)).at(-1)).toBe('Yirga 1200')
    vi.setSystemTime(ORDERED)
    await put({ roastersChoice: true })
    await archive(shop.database, shop.shelves.espresso, null)
    await sellWithoutStock(shop.database, { id: ids.Sidamo })
    expect((await sent(4)).at(-1)).toBe('Sidamo 1200')
  })

  test('brings two different coffees if two subscriptions of a person leave it to the roaster', async () => {
    await subscribe(shop, cora, { coffees: [espresso()], everyWeeks: 1 })
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('subscriptions')
        .set({ roasters_choice: 1 })
        .where('user_id', '=', cora.userId)
        .execute(),
    )
    expect((await sent(1)).slice(2).toSorted()).toEqual(['Harar 1200', 'Sidamo 1200'])
  })

  test('is offered only for a coffee of which the shop says the kind, and that has another one', async () => {
    const { answer } = await cora.call('GET /subscriptions', {})
    const kinds = answer.choices.flatMap(({ name, kind }) => (kind === undefined ? [] : [`${name}: ${kind}`]))
    expect(kinds).toEqual(['Espresso: espresso', 'Harar: espresso', 'Yirga: filter'])
    const offered = (product: string) => cora.send('GET /roastersChoice/{id}', { params: { id: product } })
    expect((await offered(espresso().id)).answer).toEqual({ kind: 'espresso' })
    expect((await offered(ids.Decaf)).answer).toEqual({})
    expect((await offered('nothing')).status).toBe(404)
    expect(
      (await put({ productId: shop.shelves.lungo.id, roastersChoice: true })).problem.errors,
    ).toMatchObject([{ field: 'roastersChoice' }])
    await put({ roastersChoice: true })
    expect((await put({ roastersChoice: false })).answer.roastersChoice).toBe(false)
    await put({ roastersChoice: true })
    expect((await put({ productId: ids.Yirga })).answer).toMatchObject({
      roastersChoice: true,
      kind: 'filter',
    })
    expect((await put({ productId: ids.Decaf })).answer.roastersChoice).toBe(false)
  })

  test('is not offered if all others cost more than what is agreed, also if the coffee does by now', async () => {
    for (const coffee of [espresso().id, ids.Harar, ids.Sidamo])
      await setPrice(shop.database, { id: coffee }, 1300)
    const { choices } = (await cora.call('GET /subscriptions', {})).answer
    const refused = await put({ roastersChoice: true })
    await setPrice(shop.database, espresso(), 1200)
    expect(choices.flatMap(({ name, kind }) => (kind === 'espresso' ? [name] : []))).toEqual(['Harar'])
    expect(refused.problem.errors).toMatchObject([{ field: 'roastersChoice' }])
  })

  test('is named in the mail before a delivery, in what is due, and in the lists of the owner', async () => {
    await put({ roastersChoice: true, grind: null })
    vi.setSystemTime(ORDERED + 3 * DAY_MS)
    await remind({ ...shop, sendsMail: true })
    const mails = shop.database.read.selectFrom('outbox').select('data').where('recipient', '=', cora.email)
    const mail = await mails.orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(JSON.parse(mail.data ?? '{}')).toMatchObject({
      event: 'reminder',
      coffees: ['1 × Roaster’s choice (espresso, 250\u00a0g): $12.00 each, every week'],
      amount: '$16.50',
    })
    const {
      due: [due],
    } = await listDue(shop.database, await shop.selling.settingsNow())
    const name = 'Roaster’s choice (espresso, 250\u00a0g)'
    expect(due?.coffees).toContainEqual({ name, bags: 1, grams: 250 })
    vi.setSystemTime(ORDERED + 6 * DAY_MS)
    await closeDue(shop, { missesAll: true })
    const ada = await shop.admin('Ada')
    const ofCora = ({ email }: { email: string }) => email === cora.email
    const { answer: listed } = await ada.call('GET /allSubscriptions', { query: {} })
    expect(listed.find(ofCora)?.coffee).toBe(name)
    const { joined, missed } = (await ada.call('GET /subscriptionsOverview', {})).answer
    expect(joined.newest.find(ofCora)?.coffee).toBe(name)
    expect(missed.find(ofCora)?.coffees).toEqual([`1 × ${name}`])
  })

  test('goes on elsewhere like every subscription', async () => {
    await put({ roastersChoice: true })
    const destination = { methodId: 'post', address: { ...lisbonAddress, city: 'Porto' } }
    expect((await put({ destination })).answer).toMatchObject({ roastersChoice: true, kind: 'espresso' })
  })
})
