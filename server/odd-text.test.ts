import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderOf } from '#test/catalogue.ts'
import { entryKinds, withField } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

/** Texts that a parser, the database or a page might handle wrongly. */
const odd = [
  ['NUL', 'a\u0000b'],
  ['half a character', 'a\ud800b'],
  ['no character', 'a\uffffb'],
  ['a line separator', 'a\u2028b'],
  ['right to left', 'a\u202eb'],
  ['an end of script', '</script><script>alert(1)</script>'],
  ['an end of statement', "'; DROP TABLE users; --"],
  ['wildcards', '%_\\%'],
  ['a prototype', '__proto__'],
] as const

describe.each(stores)('odd text on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  let ada: TestPerson
  let count = 0
  beforeAll(async () => {
    ;[cora, ada] = await Promise.all([shop.person('Cora'), shop.admin('Ada')])
  })

  test.each(odd)('such as %s causes no error 500 in any field', async (_what, text) => {
    const inAddress = text.toWellFormed()
    const order = orderOf(cora, shop.shelves.espresso)
    const email = `${inAddress.replaceAll(/[\s@]/g, '')}${(count += 1)}@people.example`
    const answers = await Promise.all([
      cora.send('GET /coffeeDetails/{id}', { params: { id: inAddress } }),
      cora.send('GET /bagDetails/{id}', { params: { id: inAddress } }),
      cora.send('POST /orders', { body: { ...order, productId: text } }),
      cora.send('POST /orders', { body: { ...order, productId: undefined, productName: text } }),
      cora.send('POST /orders', { body: { ...order, productId: undefined, img: text } }),
      cora.send('POST /orders', { body: { ...order, customer: text } }),
      cora.send('POST /orders', { body: { ...order, grind: text } }),
      cora.send('PUT /watchedProducts/{id}', { params: { id: inAddress } }),
      ada.send('PUT /productStock/{id}', { params: { id: inAddress }, body: { use: 'none', shown: text } }),
      cora.send('DELETE /orderDelete/{id}', { params: { id: inAddress } }),
      cora.send('PUT /singlePayment/{id}', { params: { id: inAddress }, body: {} }),
      cora.send('POST /fullOrder', { body: { email: cora.email, items: [{ _id: text }], total: '1.00' } }),
      cora.send('PUT /auth/profile', { body: { name: text } }),
      shop.send('POST /auth/sign-up', { body: { name: text, email, password: `${text}123456` } }),
      shop.send('POST /auth/sign-in', { body: { email, password: `${text}123456` } }),
      ada.send('GET /user/admin/{email}', { params: { email } }),
      ada.send('GET /allProducts', { query: { name: inAddress, email: inAddress } }),
      ada.send('GET /allUser', { query: { after: inAddress } }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    expect((await cora.call('GET /myCarts', { query: { email: cora.email } })).status).toBe(200)
  })

  test('with NUL is refused on both databases, because PostgreSQL cannot store it', async () => {
    const img = await knownPicture(shop)
    const [, , packet] = entryKinds
    const wrong = [
      ada.send(packet.add, {
        body: withField(packet.body({ email: ada.email, img }), 'about.about', 'Half\0a kilo'),
      }),
      cora.send('POST /orders', { body: { ...orderOf(cora, shop.shelves.espresso), img: 'a\0b' } }),
    ]
    expect((await Promise.all(wrong)).map(({ status, problem }) => [status, problem.code])).toEqual(
      wrong.map(() => [422, 'invalid-input']),
    )
  })

  test.each(['{"__proto__": {"isAdmin": true}}', '{"constructor": {"prototype": {"isAdmin": true}}}'])(
    'such as the JSON %s changes no user',
    async (payload) => {
      const headers = { 'authorization': `Bearer ${cora.token}`, 'content-type': 'application/json' }
      const { statusCode } = await shop.app.inject({ method: 'POST', url: '/api/orders', payload, headers })
      expect([400, 422]).toContain(statusCode)
      expect({}).not.toHaveProperty('isAdmin')
    },
  )
})
