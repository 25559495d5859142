import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PageState } from '#contract/pages.ts'
import { DEFAULT_OPENING } from '#contract/shop/profile.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { forEveryone, saveOpening } from '#test/selling/opening.ts'
import { lisbonAddress, portugueseShop, saveTestSelling } from '#test/selling/portuguese-shop.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

describe.each(anyStore)('a shop that is not open yet, on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    cora = await shop.person('Cora')
  })
  beforeEach(() => saveOpening(shop.database, DEFAULT_OPENING))

  const open = () => saveOpening(shop.database, forEveryone)
  const countPayments = async () =>
    (await shop.database.read.selectFrom('payments').select('id').execute()).length

  test('sells to admins only, and to everyone as soon as it is open', async () => {
    for (const person of [cora, ada]) await fill(person, shop.shelves.espresso)
    const payAll = async (person: TestPerson) =>
      person.send('POST /fullOrder', { body: fullPayment(person, await cartOf(person)) })
    const [line] = await cartOf(cora)
    const payOne = () =>
      cora.send('PUT /singlePayment/{id}', { params: { id: String(line?._id) }, body: null })
    for (const refused of [await payAll(cora), await payOne()])
      expect([refused.status, refused.problem]).toMatchObject([
        409,
        { code: 'not-open', title: 'This shop is not open yet. Nothing was charged.' },
      ])
    expect(await countPayments()).toBe(0)
    expect((await payAll(ada)).status).toBe(200)
    await open()
    expect((await payOne()).status).toBe(200)
    expect(await countPayments()).toBe(2)
  })

  test('refuses the checkout of a customer, who can still see what it would cost', async () => {
    await saveTestSelling(shop.database, portugueseShop)
    const lines = await fill(cora, shop.shelves.espresso)
    const quote = await cora.call('POST /checkout/quote', {
      body: { lines, country: 'PT', methodId: 'post' },
    })
    const { totals, offers } = quote.answer
    const body = {
      lines,
      methodId: 'post',
      address: lisbonAddress,
      note: '',
      total: totals?.total ?? 0,
      promise: offers[0]?.promise ?? null,
    }
    expect((await cora.send('POST /checkout', { body })).problem.code).toBe('not-open')
    await open()
    expect((await cora.send('POST /checkout', { body })).status).toBe(200)
  })

  test('does not send its products with the home page, and asks search engines not to list its pages', async () => {
    const home = async (headersOf: { cookie?: string } = {}) => {
      const { statusCode, headers, body } = await shop.app.inject({ url: '/', headers: headersOf })
      const state: PageState = JSON.parse(/id="page-state">(.*?)<\/script>/.exec(body)?.[1] ?? '')
      return [statusCode, headers['x-robots-tag'], state.settings.shop.isOpen, state.list?.found.total]
    }
    expect(await home()).toEqual([200, 'noindex', false, undefined])
    expect(await home({ cookie: cora.cookie })).toEqual([200, 'noindex', false, undefined])
    await open()
    expect(await home({ cookie: cora.cookie })).toEqual([200, undefined, true, 3])
    expect(await home()).toEqual([200, undefined, true, 3])
  })
})
