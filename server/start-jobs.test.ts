import '#test/cheap-passwords.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cartOf, fill } from '#test/cart.ts'
import { FakeGateway } from '#test/gateway.ts'
import { orderRow } from '#test/rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import type { Shop } from './app.ts'
import { readConfig } from './config.ts'
import { mint } from './identity/tokens.ts'
import { receiveMessage } from './messages/receive-message.ts'
import type { Jobs } from './platform/jobs.ts'
import { startJobs } from './start-jobs.ts'

const sendMail = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('nodemailer', () => ({ createTransport: () => ({ sendMail, close: () => undefined }) }))

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

describe.each(anyStore)('the background jobs', ({ fresh }) => {
  const gateway = new FakeGateway()
  const shop = givenShop(fresh, { gateway })
  let jobs: Jobs
  let cora: TestPerson
  let count = 0
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    sendMail.mockClear()
    gateway.mode = 'pay'
  })
  afterEach(async () => {
    await jobs.stop()
    vi.useRealTimers()
  })

  function start(smtp = true): void {
    const mail = smtp
      ? { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'shop@a.example', MAIL_TO: 'ada@a.example' }
      : {}
    const parts = {
      app: shop.app,
      payments: shop.payments,
      selling: shop.selling,
      mailComposer: shop.mailComposer,
    }
    // The cast is safe: `startJobs` uses only these parts of the shop.
    jobs = startJobs(parts as unknown as Shop, { database: shop.database, config: readConfig(mail) })
  }

  /**
   * Advances the fake clock by `ms` milliseconds, one second at a time. After each second the database gets real time
   * to finish its work.
   */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= SECOND) {
      await vi.advanceTimersByTimeAsync(SECOND)
      await new Promise<void>((next) => setImmediate(next))
    }
  }

  async function unclearPayment(): Promise<void> {
    const [id] = await fill(cora, shop.shelves.espresso)
    gateway.mode = 'down'
    await cora.call('PUT /singlePayment/{id}', { params: { id: String(id) }, body: {} })
    expect(await cartOf(cora)).toMatchObject([{ checking: true }])
    gateway.mode = 'pay'
  }

  test('settle payments without an outcome at the start', async () => {
    await unclearPayment()
    start()
    await pass(2 * SECOND)
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }])
  })

  test('settle payments without an outcome within half a minute', async () => {
    start()
    await unclearPayment()
    await pass(9 * SECOND)
    expect(await cartOf(cora)).toMatchObject([{ checking: true }])
    await pass(22 * SECOND)
    expect(await cartOf(cora)).toMatchObject([{ payment: 'OK' }])
  })

  test('send mail within two seconds, if a mail server is set up', async () => {
    start(false)
    await receiveMessage(
      shop.database,
      { name: 'Cora', email: 'cora@people.example', message: 'Hello' },
      true,
    )
    await pass(10 * SECOND)
    expect(sendMail).not.toHaveBeenCalled()
    await jobs.stop()
    start()
    await pass(2 * SECOND)
    expect(sendMail).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        from: { name: 'Coffee shop', address: 'shop@a.example' },
        to: { name: '', address: 'ada@a.example' },
        subject: 'Message from Cora',
      }),
    )
  })

  test('erase removed lines, and then send mail', async () => {
    const [id] = await fill(cora, shop.shelves.espresso)
    await cora.call('DELETE /orderDelete/{id}', { params: { id: String(id) } })
    start()
    vi.setSystemTime(Date.now() + 24 * HOUR)
    await pass(61 * MINUTE)
    const rows = await shop.database.read
      .selectFrom('cart_items')
      .select('id')
      .where('id', '=', String(id))
      .execute()
    expect(rows).toEqual([])
    await receiveMessage(
      shop.database,
      { name: 'Later', email: 'cora@people.example', message: 'Hello' },
      true,
    )
    await pass(6 * SECOND)
    expect(sendMail).toHaveBeenCalledTimes(1)
  })

  test('delete expired sessions within an hour', async () => {
    const sessions = () => shop.database.read.selectFrom('sessions').select('id').execute()
    expect(await sessions()).not.toEqual([])
    start()
    vi.setSystemTime(Date.now() + 31 * 24 * HOUR)
    await pass(61 * MINUTE)
    await expect.poll(sessions).toEqual([])
  })

  test('delete expired links, and erase the orders of deleted users after the years of the setting', async () => {
    await shop.database.write(({ tx }) => mint(tx, { kind: 'reset', owner: 'c', expiresAt: Date.now() }))
    const order = orderRow({ user_id: cora.userId, customer: cora.name, created_at: Date.now() })
    const erasure = { order_id: order.id, payment_id: order.payment_id, user_id: cora.userId }
    await shop.database.write(async ({ tx }) => {
      await tx.insertInto('orders').values(order).execute()
      await tx
        .insertInto('orders_to_erase')
        .values({ ...erasure, ordered_at: order.created_at })
        .execute()
    })
    const left = async () => {
      const { read } = shop.database
      const links = await read.selectFrom('tokens').select('hash').execute()
      const named = await read.selectFrom('orders').select('id').where('customer', '=', cora.name).execute()
      return [links.length, named.length]
    }
    start()
    vi.setSystemTime(Date.now() + 9 * 366 * 24 * HOUR)
    await pass(61 * MINUTE)
    await expect.poll(left).toEqual([0, 1])
    vi.setSystemTime(Date.now() + 366 * 24 * HOUR)
    await pass(61 * MINUTE)
    await expect.poll(left).toEqual([0, 0])
  })

  test('do nothing after they were stopped', async () => {
    start()
    await jobs.stop()
    await receiveMessage(
      shop.database,
      { name: 'Cora', email: 'cora@people.example', message: 'Hello' },
      true,
    )
    await pass(10 * SECOND)
    expect(sendMail).not.toHaveBeenCalled()
  })
})
