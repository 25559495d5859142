import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DELETED_USER } from '#server/identity/users/delete-user.ts'
import { buy, mailsOf, orderOfId } from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const LATER_MS = 61_000

describe.each(stores)('what is written to the customer of an order on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  let id: string
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    vi.useRealTimers()
    cora = await shop.person(`Cora ${(count += 1)}`)
    id = await buy(cora, shop.shelves.espresso)
  })

  const add = (body: string, isForCustomer: boolean) =>
    ada.send('POST /order/{id}/notes', { params: { id }, body: { body, isForCustomer } })
  const shown = async () => (await ada.call('GET /order/{id}', { params: { id } })).answer
  const seen = async () => (await cora.call('GET /myOrder/{id}', { params: { id } })).answer
  const again = (mailId: string) => ada.send('POST /order/{id}/mails', { params: { id }, body: { mailId } })
  const notesMailed = async () =>
    (await mailsOf(shop.database, 'order-note')).filter(({ recipient }) => recipient === cora.email)
  const idOf = async (template: string) =>
    (await mailsOf(shop.database, template)).find(({ recipient, reply_to }) =>
      [recipient, reply_to].includes(cora.email),
    )?.id ?? ''
  async function later<T>(call: () => Promise<T>): Promise<T> {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + LATER_MS)
    const result = await call()
    vi.useRealTimers()
    return result
  }

  test('a note for the customer is mailed once and shown with the order, an internal one is neither', async () => {
    await add('The box was wet.', false)
    await add(' The Lungo is sold out.\nIs <b>Espresso</b> fine? ', true)
    const { shopNotes, ...receipt } = await seen()
    expect(shopNotes).toMatchObject([{ body: 'The Lungo is sold out.\nIs <b>Espresso</b> fine?' }])
    expect(JSON.stringify(receipt)).not.toContain('wet')
    const { notes } = await shown()
    expect(notes.map(({ isForCustomer }) => isForCustomer)).toEqual([undefined, true])
    expect(await notesMailed()).toHaveLength(1)
    const { answer } = await cora.call('GET /account/export', {})
    expect(answer.orders).toMatchObject([{ notes: [{ body: shopNotes[0]?.body }] }])
  })

  test('a note of the same text is written and mailed once within a minute, and is in the audit log', async () => {
    const both = await Promise.all([add('On Monday.', true), add('On Monday. ', true)])
    const [first, second] = both.map(({ answer }) => answer.insertedId)
    expect(second).toBe(first)
    await add('On Monday.', false)
    const { notes, number } = await shown()
    expect(notes).toHaveLength(2)
    expect(await notesMailed()).toHaveLength(1)
    const { answer } = await ada.call('GET /audit', { query: {} })
    const entry = { subject: `Order ${number}`, detail: cora.email }
    expect(answer.slice(0, 2)).toMatchObject([
      { ...entry, action: 'added note' },
      { ...entry, action: 'wrote to customer' },
    ])
    await later(() => add('On Monday.', true))
    expect(await notesMailed()).toHaveLength(2)
  })

  test('a note is refused once the customer of the order was erased', async () => {
    await shop.database.write(({ tx }) =>
      tx.updateTable('orders').set({ email: DELETED_USER.email }).where('id', '=', id).execute(),
    )
    expect((await add('On Monday.', true)).problem).toMatchObject({
      code: 'state-conflict',
      detail: 'The customer of this order was erased.',
    })
    expect((await mailsOf(shop.database, 'order-note')).map(({ recipient }) => recipient)).not.toContain(
      DELETED_USER.email,
    )
  })

  test('a blank note and one that is too long are refused', async () => {
    for (const body of ['  ', 'x'.repeat(2001)]) expect((await add(body, true)).status).toBe(422)
    expect(await notesMailed()).toEqual([])
  })

  test('the order lists its own mails with their recipients and states', async () => {
    await buy(cora, shop.shelves.lungo)
    await add('On Monday.', true)
    const { mails, number } = await shown()
    expect(mails.map(({ to, status }) => [to, status])).toEqual([
      [cora.email, 'waiting'],
      [undefined, 'waiting'],
      [cora.email, 'waiting'],
    ])
    expect(mails.at(-1)?.subject).toBe(`A note about your order ${number}`)
  })

  test('a mail is sent again to the address that the order has now, once for a double click', async () => {
    const mailId = await idOf('order-confirmation')
    expect((await again(mailId)).answer.modifiedCount).toBe(0)
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('orders')
        .set({ email: `new.${cora.email}` })
        .where('id', '=', id)
        .execute(),
    )
    const both = await later(() => Promise.all([again(mailId), again(mailId)]))
    expect(both.map(({ answer }) => answer.modifiedCount).toSorted()).toEqual([0, 1])
    const { mails, number } = await shown()
    const [confirmation] = mails
    expect(mails.filter(({ subject }) => subject === confirmation?.subject)).toMatchObject([
      { to: cora.email },
      { to: `new.${cora.email}` },
    ])
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(answer).toContainEqual(
      expect.objectContaining({ action: 'sent mail again', subject: `Order ${number}` }),
    )
  })

  test('a mail to the shop goes to the shop again, and a reply to the customer', async () => {
    const mailId = await idOf('new-order')
    await later(() => again(mailId))
    const notices = (await mailsOf(shop.database, 'new-order')).filter(
      ({ reply_to }) => reply_to === cora.email,
    )
    expect(notices).toMatchObject([{ recipient: null }, { recipient: null }])
  })

  test('a mail about another order cannot be sent from this one', async () => {
    const mailId = await idOf('order-confirmation')
    const other = await shop.person(`Other ${count}`)
    id = await buy(other, shop.shelves.espresso)
    expect((await again(mailId)).status).toBe(404)
    expect((await orderOfId(shop.database, id)).email).toBe(other.email)
  })
})
