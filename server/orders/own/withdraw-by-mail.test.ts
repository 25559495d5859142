import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MailTemplate } from '#contract/values/mails.ts'
import { Limits, limitNumbers } from '#server/platform/http/rate-limits.ts'
import { buy, orderOfId, orderToPayLater, saveSelling } from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const DAY = 24 * 60 * 60 * 1000
const generous = () => new Limits({ ...limitNumbers, reset: { burst: 1000, refillMs: 1 } })

describe.each(stores)('a withdrawal without a login on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings, limits: generous() })
  let cora: TestPerson
  let count = 0
  beforeAll(() => saveSelling(shop.database, { hasWithdrawal: true }))
  beforeEach(async () => void (cora = await shop.person(`Cora ${(count += 1)}`)))

  const ask = (number: number, email: string) => shop.send('POST /withdrawals', { body: { number, email } })
  const confirm = (token: string) => shop.send('POST /withdrawals/link', { body: { token } })
  const mailsTo = (recipient: string, template: MailTemplate) =>
    shop.database.read
      .selectFrom('outbox')
      .select('data')
      .where('recipient', '=', recipient)
      .where('template', '=', template)
      .execute()
  const linksTo = (email: string) => mailsTo(email, 'withdrawal-link')
  const tokenTo = async (email: string): Promise<string> => {
    const [mail] = await linksTo(email)
    return JSON.parse(mail?.data ?? '{}').token
  }

  test('counts from the time at which it was asked for, once its mailed link is confirmed', async () => {
    const { id, number } = await orderOfId(shop.database, await buy(cora, shop.shelves.espresso))
    const asked = Date.now()
    expect((await ask(number, cora.email.toUpperCase())).answer).toEqual({ acknowledged: true })
    expect((await orderOfId(shop.database, id)).withdrawn_at).toBeNull()
    const token = await tokenTo(cora.email)
    const answers = await Promise.all([confirm(token), confirm(token)])
    expect(answers.map(({ answer }) => answer)).toEqual([{ number }, { number }])
    const { withdrawn_at } = await orderOfId(shop.database, id)
    expect(withdrawn_at).toBeGreaterThanOrEqual(asked)
    expect(withdrawn_at).toBeLessThan(asked + 5000)
    expect(await mailsTo(cora.email, 'withdrawal-received')).toHaveLength(1)
  })

  test('cancels an order that waits for its payment', async () => {
    const { id, number } = await orderToPayLater(shop.database, cora, shop.shelves.lungo)
    await ask(number, cora.email)
    expect((await confirm(await tokenTo(cora.email))).status).toBe(200)
    expect(await orderOfId(shop.database, id)).toMatchObject({
      state: 'cancelled',
      withdrawn_at: expect.any(Number),
    })
  })

  test('gives the same response to an unknown number and to that of another customer, and sends no mail', async () => {
    const { number } = await orderOfId(shop.database, await buy(cora, shop.shelves.espresso))
    const other = await shop.person('Otto')
    const answers = await Promise.all([ask(number, other.email), ask(999_999, cora.email)])
    expect(answers.map(({ status, answer }) => [status, answer])).toEqual(
      [1, 2].map(() => [200, { acknowledged: true }]),
    )
    expect([await linksTo(other.email), await linksTo(cora.email)]).toEqual([[], []])
  })

  test('sends at most three mails in ten minutes to an address', async () => {
    const { number } = await orderOfId(shop.database, await buy(cora, shop.shelves.espresso))
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(number, cora.email)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await linksTo(cora.email)).toHaveLength(3)
  })

  test('is refused with a made-up link, an expired one, and after the time for it', async () => {
    expect((await confirm('made up')).problem.code).toBe('mailed-link-used')
    const { id, number } = await orderOfId(shop.database, await buy(cora, shop.shelves.espresso))
    await ask(number, cora.email)
    const token = await tokenTo(cora.email)
    const deliver = (delivered_at: number) =>
      shop.database.write(({ tx }) =>
        tx.updateTable('orders').set({ state: 'delivered', delivered_at }).where('id', '=', id).execute(),
      )
    await deliver(Date.now() - 15 * DAY)
    expect((await confirm(token)).problem.code).toBe('cannot-withdraw')
    await deliver(Date.now() - 13 * DAY)
    await shop.database.write(({ tx }) => tx.updateTable('tokens').set({ expires_at: Date.now() }).execute())
    expect((await confirm(token)).problem.code).toBe('mailed-link-used')
    expect((await orderOfId(shop.database, id)).withdrawn_at).toBeNull()
  })
})
