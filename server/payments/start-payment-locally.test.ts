import '#test/cheap-passwords.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DatabaseUnusable } from '#server/platform/database/database-errors.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Charge, GatewayAnswer } from './gateway.ts'

describe.each(stores)('paying through a local gateway on $name', ({ fresh }) => {
  let answer: (charge: Charge) => GatewayAnswer
  const shop = givenShop(fresh, {
    gateway: { kind: 'local', name: 'local', decide: (charge) => answer(charge) },
  })
  let count = 0
  let cora: TestPerson
  beforeEach(async () => {
    answer = ({ idempotencyKey }) => ({ outcome: 'succeeded', reference: `local-${idempotencyKey}` })
    cora = await shop.person(`Cora ${(count += 1)}`)
    await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
  })
  afterEach(() => vi.restoreAllMocks())

  const payAll = async () => cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
  const payOne = async () => {
    const [line] = await cartOf(cora)
    return cora.call('PUT /singlePayment/{id}', { params: { id: String(line?._id) }, body: {} })
  }
  const rows = async () => {
    const { read } = shop.database
    const own = ({ user_id }: { user_id: string }) => user_id === cora.userId
    return {
      payments: (await read.selectFrom('payments').selectAll().orderBy('id').execute()).filter(own),
      orders: (await read.selectFrom('orders').selectAll().execute()).filter(own),
      lines: (await read.selectFrom('cart_items').selectAll().orderBy('id').execute()).filter(own),
    }
  }

  test.each([
    { kind: 'full', pay: payAll, paid: ['OK', 'OK'] },
    { kind: 'single', pay: payOne, paid: ['OK', null] },
  ] as const)(
    'writes attempt, outcome, order and paid lines of a $kind payment in one commit',
    async ({ kind, pay, paid }) => {
      const write = vi.spyOn(shop.database, 'write')
      expect((await pay()).status).toBe(200)
      expect(write).toHaveBeenCalledTimes(1)
      const { payments, orders, lines } = await rows()
      expect(payments).toMatchObject([{ status: 'succeeded', gateway: 'local', kind }])
      expect(orders).toMatchObject([
        { payment_id: payments[0]?.id, kind, total_cents: payments[0]?.amount_cents },
      ])
      expect(lines.map(({ payment }) => payment)).toEqual(paid)
      const ofOrder = lines.filter(({ payment }) => payment).map(({ order_id }) => order_id)
      expect(new Set(ofOrder)).toEqual(new Set([orders[0]?.id]))
    },
  )

  test('writes a declined attempt with its reason, and the lines can be paid again', async () => {
    answer = () => ({ outcome: 'declined', reason: 'The till is closed.' })
    const declined = await payAll()
    expect([declined.status, declined.problem.detail]).toEqual([402, 'The till is closed.'])
    const { payments, orders, lines } = await rows()
    expect(payments).toMatchObject([{ status: 'failed', reason: 'The till is closed.', reference: null }])
    expect(orders).toEqual([])
    expect(lines.map(({ payment_id }) => payment_id)).toEqual([null, null])
    answer = () => ({ outcome: 'succeeded', reference: 'open again' })
    expect((await payAll()).status).toBe(200)
  })

  test('writes nothing at all if the gateway throws', async () => {
    answer = () => {
      throw new Error('The till is broken.')
    }
    expect((await payAll()).status).toBe(500)
    const { payments, orders, lines } = await rows()
    expect([payments, orders, lines.map(({ payment_id }) => payment_id)]).toEqual([[], [], [null, null]])
  })

  test('is one payment for 20 parallel requests', async () => {
    const body = fullPayment(cora, await cartOf(cora))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => cora.call('POST /fullOrder', { body })),
    )
    expect(answers.filter(({ answer: { alreadyPaid } }) => !alreadyPaid)).toHaveLength(1)
    const { payments, orders } = await rows()
    expect([payments.length, orders.length]).toEqual([1, 1])
    expect(new Set(answers.map((paid) => paid.answer.insertedId))).toEqual(new Set([orders[0]?.id]))
  })

  test('returns the order if the commit succeeded although the database failed, and the failure if it did not', async () => {
    const { write } = shop.database
    const failing = vi.spyOn(shop.database, 'write').mockRejectedValueOnce(new DatabaseUnusable('deleted'))
    expect((await payAll()).status).toBe(503)
    failing.mockImplementationOnce(async (work) => {
      await write(work)
      throw new Error('Connection terminated unexpectedly')
    })
    const paid = await payAll()
    const { payments, orders } = await rows()
    expect([paid.status, paid.answer]).toEqual([200, { acknowledged: true, insertedId: orders[0]?.id }])
    expect([payments.length, orders.length]).toEqual([1, 1])
  })

  test('does not confirm an order that was written to a deleted file', async () => {
    const { write } = shop.database
    vi.spyOn(shop.database, 'write').mockImplementationOnce(async (work) => {
      await write(work)
      throw new DatabaseUnusable('deleted')
    })
    const paid = await payAll()
    expect([paid.status, paid.answer]).toEqual([202, { acknowledged: false, checking: true }])
  })
})
