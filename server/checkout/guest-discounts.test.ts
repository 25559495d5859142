import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import { hasPaidBefore } from '#server/orders/place-order.ts'
import type { DiscountRow } from '#server/tables/discount-rows.ts'
import { fill } from '#test/cart.ts'
import { endDiscounts, giveByItself, giveCode } from '#test/selling/discounts.ts'
import { guestItem, orderAsGuest } from '#test/selling/guests.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const env = { PAYMENT_GATEWAY: 'later', TRUST_PROXY: '1' }

describe.each(stores)('discounts of guests on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env })
  let people = 0
  let cora: TestPerson
  let from: { 'x-forwarded-for': string }
  beforeAll(async () => {
    await shop.admin('Ada')
    await saveTestSelling(shop.database, portugueseShop)
    await saveOpening(shop.database, forEveryone)
  })
  beforeEach(async () => {
    people += 1
    from = { 'x-forwarded-for': `198.51.100.${people}` }
    cora = await shop.person(`Cora ${people}`)
    await endDiscounts(shop.database)
  })

  const items = () => [guestItem(shop.shelves.espresso)]

  type Asked = { code?: string; withoutPersonal?: true }

  async function quoteFor(asked: Asked) {
    const body = { items: items(), country: 'PT', methodId: 'post', ...asked }
    return (await shop.send('POST /checkout/quote', { body, headers: from })).answer
  }

  /** Orders what the quote shows. */
  async function order(email: string, asked: Asked = {}) {
    const { totals, offers } = await quoteFor(asked)
    const guest = { cartId: crypto.randomUUID(), email, name: 'Gil', items: items() }
    const chosen = { methodId: 'post', address: lisbonAddress, note: '', promise: offers[0]?.promise ?? null }
    const request = { guest, ...chosen, ...asked, total: totals?.total ?? 0 }
    return (await orderAsGuest(shop, request, from)).reply
  }

  /** Returns another spelling of the mailbox of an account. */
  function otherSpelling({ email }: TestPerson): string {
    const [own = '', host = ''] = email.split('@')
    return `${own[0]?.toUpperCase()}.${own.slice(1)}+2@${host}`
  }

  test('are counted by person, and all spellings of a mailbox are the same one', async () => {
    const { code } = await giveCode(shop.database, { max_per_person: 1 })
    const asked = { code }
    expect((await quoteFor(asked)).totals?.discounts).toMatchObject([{ note: 'Once for each customer.' }])
    expect((await order(otherSpelling(cora), asked)).answer.status).toBe('waiting')
    const again = await order(cora.email, asked)
    expect(again.problem).toMatchObject({ code: 'discount-refused', errors: [{ field: 'code' }] })
    const own = { lines: await fill(cora, shop.shelves.espresso), country: 'PT', methodId: 'post', code }
    const { answer } = await cora.call('POST /checkout/quote', { body: own })
    expect(answer.code?.refusal).toBe('You have used this code already.')
    expect((await order(`other${people}@people.example`, asked)).answer.status).toBe('waiting')
  })

  test('for a first order are refused to a guest who has ordered with an account, in words that do not say why', async () => {
    const { code } = await giveCode(shop.database, { is_first_order: 1, max_per_person: 1 })
    const used = await giveCode(shop.database, { max_per_person: 1 })
    const guest = otherSpelling(cora)
    expect((await order(guest, { code: used.code })).status).toBe(200)
    const chosen = { lines: await fill(cora, shop.shelves.espresso), methodId: 'counter' }
    const quote = (await cora.call('POST /checkout/quote', { body: { ...chosen, country: null } })).answer
    const promise = quote.offers.find(({ id }) => id === 'counter')?.promise ?? null
    const agreed = { address: null, note: '', promise, total: quote.totals?.total ?? 0 }
    expect((await cora.send('POST /checkout', { body: { ...chosen, ...agreed } })).answer.status).toBe(
      'waiting',
    )
    const replies = [await order(guest, { code }), await order(guest, { code: used.code })]
    const words = replies.map(({ problem }) => problem.detail?.replace(/code \w+/, 'code'))
    expect(words).toEqual([words[0], words[0]])
    expect(words[0]).toBe('The code cannot be used for this order, so it was taken off.')
    expect((await order(guest)).answer.status).toBe('waiting')
  })

  test('that need no code are taken off after they were refused, and the next request orders', async () => {
    await giveByItself(shop.database, { is_first_order: 1, max_per_person: 1 })
    const email = `gil${people}@people.example`
    const { totals } = await quoteFor({})
    expect(totals?.discounts).toMatchObject([{ code: null, note: 'Only for your first order.' }])
    expect((await order(email)).answer.status).toBe('waiting')
    const { problem } = await order(email.toUpperCase())
    expect([problem.code, problem.errors]).toEqual(['discount-refused', undefined])
    const without = { withoutPersonal: true } as const
    expect((await quoteFor(without)).totals?.discounts).toBeUndefined()
    expect((await order(email, without)).answer.status).toBe('waiting')
    expect(await readSnapshot(shop.store, verifyBooks)).toEqual([])
  })

  test.each<Partial<DiscountRow>>([
    { until_day: '2020-01-01' },
    { from_day: '2999-01-01' },
    { max_uses: 1, used: 1 },
  ])('change nothing while they do not run: %j', async (given) => {
    const { id } = await giveByItself(shop.database, { is_first_order: 1, max_per_person: 1, ...given })
    const email = `gil${people}@people.example`
    expect((await quoteFor({})).totals?.discounts).toBeUndefined()
    expect((await order(email)).answer.status).toBe('waiting')
    expect((await order(email)).answer.status).toBe('waiting')
    await shop.database.write(({ tx }) => tx.deleteFrom('discounts').where('id', '=', id).execute())
  })

  test('that leave nothing to pay are limited by mailbox and by network, and make their guest no known customer', async () => {
    const { code } = await giveCode(shop.database, { value: 100 })
    await giveByItself(shop.database, { kind: 'delivery', value: null })
    const statuses = []
    for (let at = 0; at < 12; at += 1) {
      const reply = await order(`free${at}-${people}@people.example`, { code })
      statuses.push(reply.status < 400 ? reply.answer.status : reply.problem.code)
    }
    expect(statuses).toEqual([...Array(10).fill('paid'), 'too-many-attempts', 'too-many-attempts'])
    const seen = []
    for (let at = 0; at < 6; at += 1) {
      from = { 'x-forwarded-for': `203.0.${people}.${at}` }
      const reply = await order(`g.i.l+${at}-${people}@people${people}.example`, { code })
      seen.push(reply.status < 400 ? reply.answer.status : reply.problem.code)
    }
    expect(seen).toEqual([...Array(5).fill('paid'), 'too-many-attempts'])
    const guest = await shop.database.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', `free0-${people}@people.example`)
      .executeTakeFirstOrThrow()
    const before = Date.now() + 1000
    expect(await hasPaidBefore(shop.database.read, { userId: guest.id, before })).toBe(false)
  })
})
