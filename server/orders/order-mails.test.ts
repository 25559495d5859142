import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { readReceipt } from './order-mails.ts'

describe.each(stores)('the mails about an order on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let cora: TestPerson
  beforeAll(async () => void (cora = await shop.person('Cora')))
  beforeEach(() =>
    shop.database.write(({ tx }) =>
      tx
        .deleteFrom('outbox')
        .execute()
        .then(() => undefined),
    ),
  )

  const mails = () =>
    shop.database.read
      .selectFrom('outbox')
      .select(['recipient', 'reply_to', 'subject', 'template', 'data'])
      .orderBy('id')
      .execute()
  const idIn = async () => String(JSON.parse((await mails())[0]?.data ?? '{}').orderId)

  test('are queued with the order, one for the customer and one for the shop', async () => {
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    const { answer } = await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    const orderId = String(answer.insertedId)
    expect(await mails()).toEqual([
      {
        recipient: cora.email,
        reply_to: '',
        subject: expect.stringMatching(/^Your order for \$\d+\.\d\d$/),
        template: 'order-confirmation',
        data: JSON.stringify({ orderId }),
      },
      {
        recipient: null,
        reply_to: cora.email,
        subject: expect.stringContaining('Cora'),
        template: 'new-order',
        data: JSON.stringify({ orderId }),
      },
    ])
  })

  test('name what was bought, at the price that was paid', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    expect(await readReceipt(shop.database.read, await idIn())).toEqual({
      orderId: await idIn(),
      number: expect.any(Number),
      state: 'paid',
      checkout: null,
      payLaterNote: '',
      transfer: null,
      trackingUrl: null,
      carrier: null,
      trackingNumber: null,
      withdrawnAt: null,
      customer: 'Cora',
      email: cora.email,
      orderedAt: expect.any(Number),
      lines: [{ id, name: 'Espresso', soldAs: expect.anything(), price: '2.50' }],
      total: '2.50',
      currency: 'USD',
    })
    expect(await readReceipt(shop.database.read, 'no such order')).toBeNull()
  })

  test('are not queued again when the same lines are paid again', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    const pay = () => cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    const results = await Promise.all([pay(), pay(), pay()])
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await mails()).toHaveLength(2)
  })
})

describe.each(stores)('an order in a shop without a mail server on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('queues no mail', async () => {
    const cora = await shop.person('Cora')
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    expect(await shop.database.read.selectFrom('outbox').selectAll().execute()).toEqual([])
  })
})
