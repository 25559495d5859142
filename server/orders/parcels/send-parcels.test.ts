import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  buy,
  checkoutOf,
  mailsOf,
  orderOfId,
  orderToPayLater,
  pickup,
  storeCheckout,
} from '#test/orders/orders.ts'
import { enterDispute } from '#test/selling/german-month.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { ParcelRow } from '#contract/orders/parcels.ts'
import { Principals } from '#server/identity/principals.ts'

describe.each(stores)('a file with tracking numbers on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => {
    ;[ada, cora] = await Promise.all([shop.admin('Ada'), shop.person('Cora')])
  })
  beforeEach(() => shop.database.write(({ tx }) => tx.deleteFrom('outbox').execute()))

  const NUMBER = '00340434161094021501'

  /** Places an order that is sent as a parcel, and returns it. */
  async function place(given = checkoutOf()) {
    const id = await buy(cora, shop.shelves.espresso)
    await storeCheckout(shop.database, id, given)
    return orderOfId(shop.database, id)
  }
  const rowOf = (number: number | string, given: Partial<ParcelRow> = {}): ParcelRow => ({
    order: String(number),
    code: NUMBER,
    carrier: 'DHL Paket',
    ...given,
  })
  const upload = async (rows: ParcelRow[], isDryRun = false, carrier: 'own' | 'dpd' = 'own') =>
    (await ada.call('POST /parcels', { body: { rows, carrier, isDryRun } })).answer

  test('marks many orders as sent, each with one mail, after a dry run that changes nothing', async () => {
    const orders = [await place(), await place(), await place()]
    const [first, second, third] = orders
    const step = { from: 'paid', to: 'packed' } as const
    await ada.call('PUT /order/{id}/state', { params: { id: String(second?.id) }, body: step })
    const rows = [
      rowOf(`#${first?.number}`),
      rowOf(` ${second?.number} `, { carrier: '', code: '0123 4567-8901' }),
      rowOf(third?.number ?? 0, { carrier: 'Bike', code: 'https://bike.example/7' }),
    ]
    const expected = [
      { outcome: 'sends', tracking: `DHL ${NUMBER}` },
      { outcome: 'sends', tracking: 'DPD 012345678901' },
      { outcome: 'sends', tracking: 'https://bike.example/7' },
    ]
    expect(await upload(rows, true, 'dpd')).toMatchObject(expected)
    const states = async () => {
      const found = await Promise.all(orders.map(({ id }) => orderOfId(shop.database, id)))
      return found.map(({ state, tracking_url }) => [state, tracking_url?.slice(0, 24) ?? null])
    }
    expect(await states()).toEqual([
      ['paid', null],
      ['packed', null],
      ['paid', null],
    ])
    const outcomes = await upload(rows, false, 'dpd')
    expect(outcomes).toMatchObject(expected)
    expect(outcomes.map(({ order }) => order?.number)).toEqual(orders.map(({ number }) => number))
    expect(await states()).toEqual([
      ['sent', 'https://www.dhl.com/glob'],
      ['sent', 'https://tracking.dpd.de/'],
      ['sent', 'https://bike.example/7'],
    ])
    const again = await upload(rows, false, 'dpd')
    expect(again.map(({ reason }) => reason)).toEqual(Array(3).fill('The order was sent already.'))
    const mails = await mailsOf(shop.database, 'order-sent', 'order-tracking')
    expect(mails.map(({ template }) => template)).toEqual(Array(3).fill('order-sent'))
  })

  test('names what is wrong with each row, and sends the others', async () => {
    const good = await place()
    const doubled = await place()
    const withdrawn = await place()
    const pickedUp = await place(checkoutOf(pickup))
    const waiting = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    const [refunded, disputed, suspicious] = [await place(), await place(), await place()]
    await enterDispute(shop.database, { payment_id: disputed.payment_id })
    await enterDispute(shop.database, { payment_id: disputed.payment_id, kind: 'warning' })
    const warning = { kind: 'warning', status: 'open' } as const
    await enterDispute(shop.database, { payment_id: suspicious.payment_id, ...warning })
    await enterDispute(shop.database, { payment_id: good.payment_id, status: 'won' })
    await ada.call('POST /order/{id}/refunds', { params: { id: refunded.id }, body: { amount: '2.50' } })
    await shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ withdrawn_at: 1 }).where('id', '=', withdrawn.id).execute(),
    )
    const rows = [
      rowOf('about 12'),
      rowOf(999_999),
      rowOf(doubled.number),
      rowOf(doubled.number, { code: 'other number 1' }),
      rowOf(withdrawn.number),
      rowOf(pickedUp.number),
      rowOf(waiting.number),
      rowOf(refunded.number),
      rowOf(disputed.number),
      rowOf(suspicious.number),
      rowOf(good.number, { code: 'x' }),
      rowOf(good.number),
    ]
    const reasons = [
      'This is not the number of an order.',
      'There is no order with this number.',
      undefined,
      'The order is in row 3 already.',
      'The customer has withdrawn from the contract.',
      'The customer picks it up.',
      'The order is not paid.',
      'The order is now: Refunded.',
      'The customer disputes the payment.',
      'The bank warns that the payment may be fraud.',
      'This is not a tracking number, nor a link that begins with https://.',
      undefined,
    ]
    for (const isDryRun of [true, false])
      expect((await upload(rows, isDryRun)).map(({ reason }) => reason)).toEqual(reasons)
    expect((await orderOfId(shop.database, doubled.id)).state).toBe('sent')
    expect((await orderOfId(shop.database, good.id)).state).toBe('sent')
    const [missing] = await upload([rowOf((await place()).number, { carrier: '' })])
    expect(missing?.reason).toBe('Choose the carrier of this number.')
    expect(await mailsOf(shop.database, 'order-sent')).toHaveLength(2)
  })

  test('is read from a packer, and stops when the packer is none any more', async () => {
    const pia = await shop.packer('Pia')
    const [first, second, third] = [await place(), await place(), await place()]
    const body = { rows: [first, second, third].map(({ number }) => rowOf(number)), carrier: 'dhl' } as const
    const dry = await pia.call('POST /parcels', { body: { ...body, isDryRun: true } })
    expect(dry.answer.map(({ outcome }) => outcome)).toEqual(Array(3).fill('sends'))
    const check = Principals.prototype.isStillValid
    let checks = 0
    vi.spyOn(Principals.prototype, 'isStillValid').mockImplementation(async function (
      this: Principals,
      caller,
    ) {
      if ((checks += 1) === 2) await ada.call('PUT /removePacker/{id}', { params: { id: pia.userId } })
      return check.call(this, caller)
    })
    expect((await pia.send('POST /parcels', { body: { ...body, isDryRun: false } })).status).toBe(403)
    vi.restoreAllMocks()
    const states = await Promise.all([first, second, third].map(({ id }) => orderOfId(shop.database, id)))
    expect(states.map(({ state }) => state)).toEqual(['sent', 'paid', 'paid'])
  })

  test('is refused if it has no rows, or too many', async () => {
    for (const rows of [[], Array.from({ length: 1001 }, () => rowOf(1))]) {
      const { status } = await ada.send('POST /parcels', { body: { rows, carrier: 'own', isDryRun: true } })
      expect(status).toBe(422)
    }
  })
})
