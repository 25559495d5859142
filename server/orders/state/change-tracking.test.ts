import '#test/cheap-passwords.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { EnteredTracking } from '#contract/values/orders/carriers.ts'
import { buy, checkoutOf, mailsOf, orderOfId, storeCheckout } from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const FIRST = { carrier: 'dhl', code: '0034 0434 1610' } as const
const OTHER = { carrier: 'ctt', code: 'RT160260734PT' } as const

describe.each(stores)('the tracking number of an order on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  let id: string
  let count = 0
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(async () => {
    cora = await shop.person(`Cora ${(count += 1)}`)
    id = await buy(cora, shop.shelves.espresso)
    await storeCheckout(shop.database, id, checkoutOf())
    await shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('outbox').execute()
      await tx.updateTable('orders').set({ state: 'packed' }).where('id', '=', id).execute()
    })
  })

  const send = (tracking?: EnteredTracking) =>
    ada.call('PUT /order/{id}/state', {
      params: { id },
      body: { from: 'packed', to: 'sent', ...(tracking && { tracking }) },
    })
  const change = (body: EnteredTracking) => ada.call('PUT /order/{id}/tracking', { params: { id }, body })
  const templates = async () =>
    (await mailsOf(shop.database, 'order-sent', 'order-tracking')).map(({ template }) => template)
  const deliverMails = () =>
    shop.database.write(({ tx }) => tx.updateTable('outbox').set({ status: 'sent' }).execute())

  test('is stored when it is sent, with the link of its carrier, and the customer sees both', async () => {
    expect((await send(FIRST)).status).toBe(200)
    const { answer } = await cora.call('GET /myOrder/{id}', { params: { id } })
    expect(answer).toMatchObject({
      carrier: 'dhl',
      trackingNumber: '003404341610',
      trackingUrl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=003404341610',
    })
    expect(await templates()).toEqual(['order-sent'])
  })

  test('is mailed when it is added after sending, and whenever it changes, but never twice', async () => {
    await send()
    await deliverMails()
    expect((await change(FIRST)).answer.modifiedCount).toBe(1)
    expect((await change(FIRST)).answer.modifiedCount).toBe(0)
    expect(await templates()).toEqual(['order-sent', 'order-tracking'])
    await deliverMails()
    await change(OTHER)
    await deliverMails()
    await change({ carrier: 'own', code: 'https://post.example/7' })
    expect(await templates()).toEqual(['order-sent', 'order-tracking', 'order-tracking', 'order-tracking'])
    expect(await orderOfId(shop.database, id)).toMatchObject({ carrier: null, tracking_number: null })
  })

  test('is not mailed by itself while a mail waits that will have it', async () => {
    await send()
    await change(FIRST)
    expect(await templates()).toEqual(['order-sent'])
    const [mail] = await mailsOf(shop.database, 'order-sent')
    expect((mail && (await shop.mailComposer.compose(mail)))?.text).toContain('003404341610')
    await deliverMails()
    await change(OTHER)
    await change(FIRST)
    expect(await templates()).toEqual(['order-sent', 'order-tracking'])
  })

  test('is mailed if the other mail is on its way already', async () => {
    await send()
    await shop.database.write(({ tx }) => tx.updateTable('outbox').set({ tries: 1 }).execute())
    await change(FIRST)
    expect(await templates()).toEqual(['order-sent', 'order-tracking'])
  })

  test('that was mailed is not mailed again when the order goes back and is sent with it again', async () => {
    await send(FIRST)
    await ada.call('PUT /order/{id}/state', { params: { id }, body: { from: 'sent', to: 'packed' } })
    expect((await orderOfId(shop.database, id)).tracking_number).toBeNull()
    await send(FIRST)
    expect(await templates()).toEqual(['order-sent'])
  })

  test('is changed and mailed once if two admins enter the same one at the same time', async () => {
    await send()
    await deliverMails()
    const both = await Promise.all([change(FIRST), change(FIRST)])
    expect(both.map(({ answer }) => answer.modifiedCount).toSorted()).toEqual([0, 1])
    expect(await templates()).toEqual(['order-sent', 'order-tracking'])
  })

  test('is refused before the order is sent, and if it is none', async () => {
    expect((await change(FIRST)).problem.code).toBe('state-conflict')
    await send()
    expect((await change({ carrier: 'dhl', code: 'none' })).problem.errors).toMatchObject([{ field: 'code' }])
    const unknown = await ada.send('PUT /order/{id}/tracking', { params: { id: 'none' }, body: FIRST })
    expect(unknown.status).toBe(404)
  })

  test('is in the audit log with its carrier', async () => {
    await send()
    await change(OTHER)
    const { answer } = await ada.call('GET /audit', { query: {} })
    expect(answer[0]).toMatchObject({ action: 'changed tracking', detail: `${cora.email}: CTT` })
  })
})
