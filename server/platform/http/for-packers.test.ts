import '#test/cheap-passwords.ts'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallName, Calls } from '#contract/api.ts'
import { calls } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { now } from '#server/platform/clock.ts'
import { indexEntries } from '#server/dashboard/search/write-entries.ts'
import { receiveMessage } from '#server/messages/receive-message.ts'
import { senderFor } from '#test/calls.ts'
import type { Sent } from '#test/calls.ts'
import { buy, checkoutOf, mailsOf, orderOfId, orderToPayLater, storeCheckout } from '#test/orders/orders.ts'
import { lotCorrection, newLot } from '#test/selling/lots.ts'
import { saleOf, saleQuote } from '#test/selling/sales.ts'
import { givenShop, mailSettings, openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

type StaffCall = { [N in CallName]: Calls[N] extends { access: 'staff' } ? N : never }[CallName]

const staffCalls = Object.entries<Call>(calls).flatMap(([name, call]) =>
  call.access === 'staff' ? [{ name, call }] : [],
)

/** Names of properties that must not be in an answer to a packer. */
const FORBIDDEN =
  /price|total|amount|^fee|currency|pay|paid|gateway|reference|refund|tax|revenue|accepted|email|toPay|best/i

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** Returns the paths of all properties that a JSON schema names, such as `items[].img`. */
function pathsIn({ properties = {}, items, anyOf = [] }: Schema, path = ''): string[] {
  return [
    ...Object.entries(properties).flatMap(([name, part]) => [
      `${path}.${name}`,
      ...pathsIn(part, `${path}.${name}`),
    ]),
    ...(items ? pathsIn(items, `${path}[]`) : []),
    ...anyOf.flatMap((part) => pathsIn(part, path)),
  ]
}

test('what packers get has no amount and no email address, but the one to which a message is answered', () => {
  const named = staffCalls.flatMap(({ name, call }) =>
    pathsIn(call.answerForPackers).map((path) => `${name} ${path}`),
  )
  expect(named).toContain('GET /order/{id} .items[].productName')
  // Of a sale of their own, packers get the prices that every shopper sees, and its total.
  const ofOthers = named.filter((path) => !path.startsWith('POST /counter/'))
  expect(ofOthers.filter((path) => FORBIDDEN.test(path.replace(/.*\./, '')))).toEqual([
    'GET /messages [].email',
  ])
  expect(Object.keys(calls['POST /counter/sales'].answerForPackers.properties)).toEqual([
    '_id',
    'number',
    'total',
    'state',
  ])
  expect(staffCalls.some(({ call }) => FORBIDDEN.test(pathsIn(call.answer).join(' ')))).toBe(true)
})

const parcel = { carrier: 'own', code: 'https://parcels.example/7' } as const

describe.each(stores)('packers on $name', ({ name: dialect, fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let pia: TestPerson
  let cora: TestPerson
  let id: string
  let count = 0
  beforeAll(async () => void ([ada, pia] = await Promise.all([shop.admin('Ada'), shop.packer('Pia')])))
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    id = await buy(cora, shop.shelves.lungo)
  })

  /** Texts that must not leave the server for a packer: they are all about the order and its customer. */
  const secrets = () => [cora.email, ada.email, '10.05', '9876543', 'pi_secret', '0.37', '1.23', '9.87']

  /** Gives the order everything that an admin sees of it: a checkout, a fee, a refund, and a dispute. */
  async function fillOrder(): Promise<void> {
    const { payment_id } = await orderOfId(shop.database, id)
    await storeCheckout(shop.database, id, checkoutOf({ total: 9_876_543 }))
    const paid = { gateway: 'stripe', reference: 'pi_secret', fee_cents: 37, fee_currency: 'USD' } as const
    const times = { created_at: now(), settled_at: now(), dismissed_at: null }
    const refund = { ...times, payment_id, amount_cents: 123, reference: null, reason: null }
    const dispute = { ...times, payment_id, amount_cents: 987, reason: 'fraudulent', due_at: now() }
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('payments').set(paid).where('id', '=', payment_id).execute()
      await tx
        .insertInto('refunds')
        .values({ ...refund, id: `refund ${id}`, status: 'succeeded', created_by: ada.userId })
        .execute()
      await tx
        .insertInto('disputes')
        .values({ ...dispute, id: `dispute ${id}`, kind: 'warning', status: 'open', settled_at: null })
        .execute()
    })
  }

  /** Gives the line of the order a weight, so that it can be packed from a lot, and returns what is sent about lots. */
  async function sendsOfLots() {
    const weighed = shop.database.write(({ tx }) =>
      tx
        .updateTable('cart_items')
        .set({ weight_grams: 250 })
        .where('order_id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const ofLine = { params: { id: (await weighed).id } }
    const enter = async () =>
      (await ada.call('POST /lots', { body: newLot(shop.shelves.lungo.id) })).answer.insertedId ?? ''
    const [used, unused] = [await enter(), await enter()]
    return {
      'GET /lots': { query: {} },
      'POST /lots': { body: newLot(shop.shelves.lungo.id) },
      'PUT /lots/{id}': { params: { id: used }, body: lotCorrection() },
      'GET /line/{id}/lots': ofLine,
      'PUT /line/{id}/lots': { ...ofLine, body: { lots: [used] } },
      'GET /lots/{id}/orders': { params: { id: used } },
      'DELETE /lots/{id}': { params: { id: unused } },
    }
  }

  /** What is sent in each call of the staff. If one is missing, this file does not compile. */
  async function sends(): Promise<Record<StaffCall, Sent>> {
    const params = { id }
    const { number } = await orderOfId(shop.database, id)
    const parcelRow = { order: String(number), code: parcel.code, carrier: '' }
    await receiveMessage(shop.database, { name: 'Zed', email: 'zed@else.example', message: 'Hello' }, true)
    const [message] = (await ada.call('GET /messages', { query: {} })).answer
    const ofMessage = { params: { id: String(message?._id) } }
    return {
      'GET /order/{id}': { params },
      'PUT /order/{id}/state': { params, body: { from: 'paid', to: 'packed' } },
      ...(await sendsOfLots()),
      'PUT /order/{id}/address': { params, body: { tellsCustomer: false } },
      'PUT /order/{id}/tracking': { params, body: parcel },
      'PUT /order/{id}/notice': { params },
      'POST /order/{id}/notes': { params, body: { body: 'Two bags left over.' } },
      'GET /pickList': {},
      'POST /parcels': { body: { rows: [parcelRow], carrier: 'own', isDryRun: false } },
      'GET /messages': { query: {} },
      'PUT /messages/{id}': { ...ofMessage, body: { isAnswered: true } },
      'POST /messages/{id}/replies': { ...ofMessage, body: { text: 'Hello yourself' } },
      'GET /waiting': {},
      'GET /find': { query: { q: 'Cora' } },
      'POST /counter/quote': { body: saleQuote(shop) },
      'POST /counter/sales': { body: saleOf(shop) },
    }
  }

  test('get nothing of what they may not see, in any answer or refusal, and admins get it', async () => {
    await fillOrder()
    await indexEntries(shop.database)
    const [toBeSeen, fitting]: [string[], string[]] = [[], []]
    for (const [name, sent] of Object.entries(await sends()) as [StaffCall, Sent][]) {
      const { status, text } = await pia.send(name, sent)
      for (const secret of secrets()) expect(`${name}: ${text}`).not.toContain(secret)
      if (status < 300 && Check(calls[name].answerForPackers, JSON.parse(text))) fitting.push(name)
      if (name.startsWith('GET')) toBeSeen.push((await ada.send(name, sent)).text)
    }
    const refused = ['PUT /order/{id}/notice', 'PUT /order/{id}/tracking']
    const given = staffCalls.map(({ name }) => name).filter((name) => !refused.includes(name))
    expect(fitting.toSorted()).toEqual(given.toSorted())
    for (const secret of [cora.email, '10.05', '9876543', 'pi_secret', '0.37', '1.23', '9.87'])
      expect(toBeSeen.join()).toContain(secret)
  })

  test('get what they need to pack and to send an order', async () => {
    await fillOrder()
    const { method, address, addressLines, note, promise } = checkoutOf()
    const { number } = await orderOfId(shop.database, id)
    expect((await pia.call('GET /order/{id}', { params: { id } })).answer).toEqual({
      _id: id,
      number,
      state: 'paid',
      customer: cora.name,
      orderedAt: expect.any(Number),
      items: [{ _id: expect.any(String), productName: 'Lungo', img: shop.shelves.lungo.img }],
      checkout: { method, address, addressLines, note, promise },
      disputes: [{ kind: 'warning', status: 'open', at: expect.any(Number) }],
      notes: [],
      lots: [],
    })
    const [line] = (await pia.call('GET /pickList', {})).answer.lines
    expect(line).toMatchObject({
      product: 'Lungo',
      orders: expect.arrayContaining([expect.objectContaining({ _id: id, number })]),
    })
    expect(Object.keys((await pia.call('GET /waiting', {})).answer)).toEqual(['toPack', 'messages'])
  })

  const move = (from: string, to: string, more = {}) =>
    pia.send('PUT /order/{id}/state', { params: { id }, body: { from, to, ...more } })

  test('pack, send and deliver an order, and take a step back, under their own name', async () => {
    for (const [from, to, more] of [
      ['paid', 'packed'],
      ['packed', 'sent', { tracking: parcel }],
      ['sent', 'delivered'],
      ['delivered', 'sent'],
    ] as const)
      expect([to, (await move(from, to, more)).status]).toEqual([to, 200])
    expect(await orderOfId(shop.database, id)).toMatchObject({
      state: 'sent',
      tracking_url: 'https://parcels.example/7',
    })
    const mails = await mailsOf(shop.database, 'order-sent')
    expect(mails.filter(({ recipient }) => recipient === cora.email)).toHaveLength(1)
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(
      answer
        .filter(({ action }) => action === 'moved order')
        .slice(0, 4)
        .map(({ who }) => who),
    ).toEqual(Array.from({ length: 4 }, () => pia.email))
  })

  test('correct the postal address of an order, but not the email address', async () => {
    const body = { email: 'pia@else.example', tellsCustomer: false }
    expect((await pia.send('PUT /order/{id}/address', { params: { id }, body })).status).toBe(403)
    expect((await orderOfId(shop.database, id)).email).toBe(cora.email)
  })

  test('mark no order as paid, take no payment back and cancel nothing', async () => {
    const later = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    id = later.id
    for (const to of ['paid', 'cancelled'])
      expect([to, (await move('waiting', to)).status]).toEqual([to, 403])
    expect((await orderOfId(shop.database, id)).state).toBe('waiting')
    await ada.call('PUT /order/{id}/state', { params: { id }, body: { from: 'waiting', to: 'paid' } })
    expect((await move('paid', 'waiting')).status).toBe(403)
    expect((await orderOfId(shop.database, id)).state).toBe('paid')
    expect((await move('paid', 'packed')).status).toBe(200)
  })

  test('answer a message by mail', async () => {
    const { params } = (await sends())['PUT /messages/{id}']
    const reply = { params: { id: String(params?.['id']) }, body: { text: 'It is on its way.' } }
    expect((await pia.call('POST /messages/{id}/replies', reply)).answer.modifiedCount).toBe(1)
    const { answer } = await pia.call('GET /messages', { query: {} })
    expect(answer.find(({ _id }) => _id === reply.params.id)).toHaveProperty('answeredAt')
  })

  describe.skipIf(dialect === 'sqlite')(
    'in an instance that has not received the event of a change yet',
    () => {
      let other: TestShop
      beforeAll(async () => void (other = await openTestShop(shop.store)))
      afterAll(() => other.close())

      test('an admin who became a packer gets what a packer gets', async () => {
        const zoe = await shop.admin(`Zoe ${count}`)
        const there = senderFor(other.app, () => ({ authorization: `Bearer ${zoe.token}` }))
        const order = async () => (await there.call('GET /order/{id}', { params: { id } })).answer
        expect(await order()).toHaveProperty('total')
        vi.spyOn(other.database.events, 'publish').mockReturnValue(undefined)
        for (const call of ['PUT /removeAdmin/{id}', 'PUT /makePacker/{id}'] as const)
          await ada.call(call, { params: { id: zoe.userId } })
        expect(await order()).not.toHaveProperty('total')
        vi.restoreAllMocks()
      })
    },
  )
})
