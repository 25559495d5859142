import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  buy,
  checkoutOf,
  mailsOf,
  orderOfId,
  orderToPayLater,
  pickup,
  saveSelling,
  storeCheckout,
} from '#test/orders/orders.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { queueOrderMails, queueRefundMail, queueStateMail, queueWithdrawalMails } from './order-mails.ts'

describe.each(anyStore)('the mails after the sale on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let ada: TestPerson
  let cora: TestPerson
  beforeAll(async () => {
    ada = await shop.admin('Ada')
    cora = await shop.person('Cora')
  })

  /**
   * Returns the data of the newest mail with this template, from the page that shows the mail to an admin. In this test
   * shop, that page contains the data as JSON instead of a rendered mail.
   */
  async function preview(template: string): Promise<unknown> {
    const mail = (await mailsOf(shop.database, template)).at(-1)
    const url = `/api/outbox/${String(mail?.id)}/mail`
    const { statusCode, body } = await shop.app.inject({ url, headers: { cookie: ada.cookie } })
    expect(statusCode).toBe(200)
    return JSON.parse(body.slice(body.indexOf('{')))
  }

  test('have the tracking link, the amount of the refund, and a link to the order', async () => {
    const id = await buy(cora, shop.shelves.espresso)
    await storeCheckout(shop.database, id, checkoutOf())
    const order = await orderOfId(shop.database, id)
    const sent = { ...order, state: 'sent' as const, tracking_url: 'https://post.example/7' }
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('orders').set({ tracking_url: sent.tracking_url }).where('id', '=', id).execute()
      await queueStateMail(tx, sent, 'order-sent')
      await queueRefundMail(tx, order, { cents: 125, currency: 'USD', isByHand: true })
      await queueWithdrawalMails(tx, order)
    })
    const { number, email, total_cents } = order
    expect(total_cents).toBe(250)
    const toOwn = expect.stringMatching(new RegExp(`/account/order/${id}$`))
    expect(await preview('order-sent')).toMatchObject({
      link: toOwn,
      receipt: { number, email, trackingUrl: 'https://post.example/7', checkout: checkoutOf() },
    })
    expect(await preview('order-refunded')).toMatchObject({
      amount: '1.25',
      isByHand: true,
      receipt: { number },
      link: toOwn,
    })
    expect(await preview('withdrawal-received')).toMatchObject({ link: toOwn })
    expect(await preview('order-confirmation')).toMatchObject({ link: toOwn })
    const toOrder = expect.stringMatching(new RegExp(`/dashboard/${id}$`))
    expect(await preview('withdrawal-notice')).toMatchObject({ link: toOrder })
  })

  test('say where a pickup is, and how to pay an order that waits', async () => {
    await saveSelling(shop.database, { payAtPickupNote: 'IBAN PT50 0000' })
    const order = await orderToPayLater(shop.database, cora, shop.shelves.espresso)
    await storeCheckout(shop.database, order.id, checkoutOf(pickup))
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('payments').set({ gateway: 'pickup' }).where('id', '=', order.payment_id).execute()
      await queueOrderMails(tx, order, { currency: 'USD', isRenewal: false })
      await queueStateMail(tx, order, 'order-ready')
      await queueStateMail(tx, order, 'order-cancelled')
    })
    const waiting = { state: 'waiting', number: order.number, payLaterNote: 'IBAN PT50 0000' }
    expect(await preview('order-confirmation')).toMatchObject({ receipt: waiting })
    expect(await preview('new-order')).toMatchObject({
      receipt: { state: 'waiting' },
      link: expect.stringMatching(new RegExp(`/dashboard/${order.id}$`)),
    })
    expect(await preview('order-cancelled')).toMatchObject({ receipt: { number: order.number } })
    expect(await preview('order-ready')).toMatchObject({
      receipt: { checkout: { method: { note: 'Open from 8 to 18.' } } },
    })
  })
})
