import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { enter, itemRow } from '#test/rows.ts'
import { cartOf, fill } from '#test/cart.ts'
import { FakeGateway } from '#test/gateway.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { eraseRemovedLines } from './remove-line.ts'

describe.each(stores)('removing a line on $name', ({ name: dialect, fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  let count = 0
  let cora: TestPerson
  beforeEach(async () => {
    shop.payments.replyTimeoutMs = 10_000
    count += 1
    cora = await shop.person(`Cora ${count}`)
  })
  afterEach(() => vi.useRealTimers())

  const remove = (person: TestPerson, id: string) =>
    person.call('DELETE /orderDelete/{id}', { params: { id } })
  const restore = (person: TestPerson, id: string) =>
    person.call('PUT /orderRestore/{id}', { params: { id } })
  const pay = (id: string) => cora.call('PUT /singlePayment/{id}', { params: { id }, body: null })
  const rowOf = (id: string) =>
    shop.database.read.selectFrom('cart_items').selectAll().where('id', '=', id).executeTakeFirst()
  const erase = () => eraseRemovedLines({ database: shop.database })
  const later = (minutes: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })

  test('removes it from the list, once', async () => {
    const [first = '', second = ''] = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    expect((await remove(cora, first)).answer).toEqual({ acknowledged: true, deletedCount: 1 })
    expect((await cartOf(cora)).map(({ _id }) => _id)).toEqual([second])
    expect((await remove(cora, first)).status).toBe(404)
  })

  test('is refused for lines of other users', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    const dora = await shop.person(`Dora ${count}`)
    const refused = await remove(dora, id)
    expect([refused.status, refused.problem.code]).toEqual([404, 'not-found'])
    expect(await cartOf(cora)).toHaveLength(1)
    await remove(cora, id)
    expect((await restore(dora, id)).status).toBe(404)
    expect(await cartOf(cora)).toEqual([])
  })

  test('can be undone for ten minutes', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    await remove(cora, id)
    later(9.9)
    await erase()
    expect((await restore(cora, id)).answer).toEqual({ acknowledged: true, modifiedCount: 1 })
    vi.useRealTimers()
    expect(await cartOf(cora)).toMatchObject([{ _id: id, price: '2.50' }])
    expect((await restore(cora, id)).status).toBe(404)
  })

  test('cannot be undone later, and an unpaid line is then erased', async () => {
    const [id = '', kept = ''] = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    await remove(cora, id)
    later(10.1)
    expect((await restore(cora, id)).status).toBe(404)
    await erase()
    expect(await rowOf(id)).toBeUndefined()
    expect(await rowOf(kept)).toBeDefined()
  })

  test('erases many lines in several short transactions', async () => {
    const gone = Array.from({ length: 250 }, () => itemRow({ removed_at: 1 }))
    const [kept = ''] = await fill(cora, shop.shelves.espresso)
    await enter(shop.database, { items: [...gone, itemRow({ removed_at: 1, payment: 'OK' })] })
    const write = vi.spyOn(shop.database, 'write')
    await erase()
    expect(write).toHaveBeenCalledTimes(3)
    const left = await shop.database.read
      .selectFrom('cart_items')
      .select('payment')
      .where('removed_at', '=', 1)
      .execute()
    expect([left, await rowOf(kept)]).toEqual([[{ payment: 'OK' }], expect.anything()])
  })

  // SQLite runs one write transaction at a time, so a cart line cannot be restored and erased at the same moment.
  test.skipIf(dialect === 'sqlite')('does not erase a line that is restored at the same moment', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    await remove(cora, id)
    later(10.1)
    let erasing = Promise.resolve()
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('cart_items').set({ removed_at: null }).where('id', '=', id).execute()
      erasing = erase()
      await vi.waitFor(async () => expect(await waitingForLocks()).toBeGreaterThan(0))
    })
    await erasing
    expect(await rowOf(id)).toMatchObject({ removed_at: null })
  })

  async function waitingForLocks(): Promise<number> {
    const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted`.execute(shop.database.read)
    return rows.length
  }

  test('never erases a paid line, but removes it from the list', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    await pay(id)
    expect((await remove(cora, id)).answer.deletedCount).toBe(1)
    expect(await cartOf(cora)).toEqual([])
    later(60 * 24 * 365)
    await erase()
    expect(await rowOf(id)).toMatchObject({ payment: 'OK', removed_at: expect.any(Number) })
  })

  test('is refused while a payment is pending', async () => {
    const [id = ''] = await fill(cora, shop.shelves.espresso)
    gateway.mode = 'hold'
    shop.payments.replyTimeoutMs = 20
    await pay(id)
    const refused = await remove(cora, id)
    expect([refused.status, refused.problem.code]).toEqual([409, 'being-paid'])
    gateway.release()
    await expect.poll(() => cartOf(cora)).toMatchObject([{ payment: 'OK' }])
    expect((await remove(cora, id)).status).toBe(200)
  })

  test('is refused for a line that does not exist', async () => {
    expect((await remove(cora, 'no-such-item')).problem.code).toBe('not-found')
    expect((await restore(cora, 'no-such-item')).problem.code).toBe('not-found')
  })
})
