import '#test/cheap-passwords.ts'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { queueWithdrawalMails } from '#server/orders/order-mails.ts'
import { eraseOrders } from './erase-orders.ts'

const YEARS = 10

describe.each(stores)('erasing the orders of deleted users on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  let dora: TestPerson
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    count += 1
    cora = await shop.person(`Cora ${count}`)
    dora = await shop.person(`Dora ${count}`)
  })
  afterEach(() => void vi.useRealTimers())

  async function deliveredTo(person: TestPerson): Promise<string> {
    await fill(person, shop.shelves.espresso)
    const body = fullPayment(person, await cartOf(person))
    const id = String((await person.call('POST /fullOrder', { body })).answer.insertedId)
    const steps = ['paid', 'packed', 'sent', 'delivered'] as const
    for (const [at, from] of steps.slice(0, -1).entries()) {
      const to = steps[at + 1] ?? from
      await ada.call('PUT /order/{id}/state', { params: { id }, body: { from, to } })
    }
    return id
  }

  /** Mails about an order can still be sent after its customer has deleted the account. */
  async function mailAbout(id: string): Promise<void> {
    const order = await shop.database.read
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await shop.database.write(({ tx }) => queueWithdrawalMails(tx, order))
  }

  /** An entry of the audit log as moving a line of an order writes it. */
  const noteMove = (email: string) =>
    shop.database.write(async ({ tx }) => {
      const who = { user_id: ada.userId, who: ada.email, action: 'moved delivery', subject: 'Espresso' }
      const entry = { id: `${email} moved`, at: 1, ...who, detail: `${email}: Packed to Sent` }
      await tx.insertInto('audit').values(entry).execute()
    })

  async function eraseAfterYears(): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(new Date(Date.now()).setFullYear(new Date().getFullYear() + YEARS) + 60_000)
    await eraseOrders(shop.database, YEARS)
    vi.useRealTimers()
  }

  const mailsNaming = async (text: string) => {
    const rows = await shop.database.read.selectFrom('outbox').selectAll().execute()
    return rows.filter((row) => JSON.stringify(row).includes(text)).length
  }
  const detailsOf = async (email: string) => {
    const rows = await shop.database.read.selectFrom('audit').select('detail').execute()
    return rows.filter(({ detail }) => detail.startsWith(email)).length
  }

  test('also erases the address that an order had before it was corrected', async () => {
    const id = await deliveredTo(cora)
    const state = (to: 'paid' | 'delivered') =>
      shop.database.write(({ tx }) =>
        tx.updateTable('orders').set({ state: to }).where('id', '=', id).execute(),
      )
    const becomes = ({ mailbox }: { mailbox: string | null }) =>
      shop.database.write(async ({ tx }) => {
        const { email, userId } = cora
        await tx.updateTable('users').set({ mailbox, email }).where('id', '=', userId).execute()
        await tx.updateTable('cart_items').set({ email }).where('user_id', '=', userId).execute()
      })
    await state('paid')
    // The address of an order is corrected only while its customer is a guest.
    await becomes({ mailbox: '' })
    for (const name of ['wrong', 'right'])
      await ada.call('PUT /order/{id}/address', {
        params: { id },
        body: { email: `${name}.${cora.email}`, tellsCustomer: true },
      })
    await becomes({ mailbox: null })
    await state('delivered')
    expect(await mailsNaming(`right.${cora.email}`)).toBeGreaterThan(0)
    await cora.call('POST /account/deletion', { body: { password: cora.password } })
    expect(await mailsNaming(`right.${cora.email}`)).toBe(0)
    expect(await detailsOf(`wrong.${cora.email}`)).toBe(1)
    await eraseAfterYears()
    expect([await detailsOf(cora.email), await detailsOf(`wrong.${cora.email}`)]).toEqual([0, 0])
  })

  test('also erases the address from the mails and from the audit log about them', async () => {
    const id = await deliveredTo(cora)
    await noteMove(cora.email)
    await cora.call('POST /account/deletion', { body: { password: cora.password } })
    await mailAbout(id)
    await eraseOrders(shop.database, YEARS)
    expect([await mailsNaming(id), await detailsOf(cora.email)]).toEqual([2, 4])
    await eraseAfterYears()
    expect([await mailsNaming(id), await detailsOf(cora.email)]).toEqual([0, 0])
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(answer.map(({ detail }) => detail)).toContain('deleted@user.invalid: Packed to Sent')
  })

  test('leaves the mails of others, and addresses that only begin with the same letters', async () => {
    const [, other] = [await deliveredTo(cora), await deliveredTo(dora)]
    const longer = `${cora.email}ple`
    await noteMove(longer)
    await mailAbout(other)
    const before = [await mailsNaming(dora.email), await detailsOf(dora.email), await detailsOf(longer)]
    await cora.call('POST /account/deletion', { body: { password: cora.password } })
    await eraseAfterYears()
    expect([await mailsNaming(dora.email), await detailsOf(dora.email), await detailsOf(longer)]).toEqual(
      before,
    )
    expect(before).toEqual([expect.any(Number), 3, 1])
  })
})
