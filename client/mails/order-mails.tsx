import type { Transfer } from '#contract/orders/own-orders.ts'
import type { MailProps, Receipt } from '#contract/values/mails.ts'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { dayText, momentText, weekdayMomentText } from '#contract/values/dates/date-texts.ts'
import { trackingText } from '#contract/values/orders/carriers.ts'
import { formatPrice } from '#contract/values/money.ts'
import { button, lines, MailNote, MailPanel, paragraph } from './mail-layout.tsx'
import type { Content, Part } from './mail-layout.tsx'
import { receiptPart } from './receipt-part.tsx'
import { plainName, REPLY_FOOT, SHOP_FOOT } from './notice-texts.ts'
import { words } from './texts.ts'

type OrderMail = Extract<MailProps, { receipt: Receipt }>

export function orderContent(mail: OrderMail): Content {
  if (mail.template === 'order-confirmation') return orderConfirmation(mail)
  if (mail.template === 'new-order') return newOrder(mail)
  const products = receiptPart(mail.receipt)
  switch (mail.template) {
    case 'dispute-notice':
      return disputeNotice(mail, products)
    case 'withdrawal-notice':
    case 'cancellation-notice': {
      const { customer, email, number } = mail.receipt
      const { title, lead } = words.notices[mail.template]
      return toShop(title, [paragraph(lead(customer, email, number)), products], mail.link)
    }
    default:
      return afterSale(mail, mail.template, products)
  }
}

function orderConfirmation({ receipt, link }: OrderMail): Content {
  const isWaiting = receipt.state === 'waiting'
  return {
    title: receipt.renewal ? words.renewalTitle : words.orderTitle,
    parts: [
      paragraph(leadOf(receipt)),
      ...order(receipt, words.orderPlace),
      ...payment(receipt),
      ...delivery(receipt, isPlain),
      button(words.orderButton, link),
    ],
    foot: isWaiting ? REPLY_FOOT : words.orderFoot,
  }
}

function leadOf({ customer, state, renewal, total }: Receipt): string {
  if (renewal && Number(total) === 0) return words.giftLead(customer)
  if (state !== 'waiting') return (renewal ? words.renewalLead : words.orderLead)(customer)
  if (!renewal) return words.waitingLead(customer)
  return words.renewalWaitingLead(customer, renewal.payBy === null ? null : weekdayMomentText(renewal.payBy))
}

function newOrder({ receipt, link }: OrderMail): Content {
  const { customer, email, state } = receipt
  const lead =
    state === 'waiting' ? words.newWaitingLead(customer, email) : words.newOrderLead(customer, email)
  const parts = [
    paragraph(lead),
    ...order(receipt, words.newOrderPlace),
    ...delivery(receipt, () => true),
    ...customerNote(receipt),
  ]
  return toShop(words.newOrderTitle, parts, link)
}

function order(receipt: Receipt, place: (number: number) => string): Part[] {
  const id = words.orderNumber(receipt.orderId, momentText(receipt.orderedAt))
  const number = paragraph(place(receipt.number))
  return [
    ...(receipt.checkout ? [number] : []),
    receiptPart(receipt),
    { text: id, element: <MailNote>{id}</MailNote> },
  ]
}

/** Returns the part that says how to pay for an order that waits for its payment, or nothing for other orders. */
function payment({ state, number, payLaterNote, transfer, currency }: Receipt): Part[] {
  if (state !== 'waiting') return []
  return [
    paragraph(words.howToPay(number)),
    ...(transfer ? [bankTransfer(transfer, currency)] : []),
    ...(payLaterNote === '' ? [] : [lines(payLaterNote.split('\n'))]),
  ]
}

function bankTransfer({ holder, iban, amount, reference }: Transfer, currency: string): Part {
  const { text, element } = lines([
    words.transfer.holder(holder),
    words.transfer.iban(iban.replaceAll(/.{4}(?=.)/g, '$& ')),
    words.transfer.amount(formatPrice(amount, currency)),
    words.transfer.reference(reference),
  ])
  return { text, element: <MailPanel>{element}</MailPanel> }
}

/**
 * Says where an order goes, how, and when it arrives. Says nothing if the customer was not asked. Lines of the address
 * that `isShown` refuses are left out.
 */
function delivery({ checkout }: Receipt, isShown: (line: string) => boolean): Part[] {
  if (!checkout) return []
  const { method, promise } = checkout
  const addressLines = checkout.addressLines.filter(isShown)
  const texts = [
    words.deliveredBy(method.name),
    ...(method.note === '' ? [] : [method.note]),
    ...(promise ? [`${promiseText({ kind: method.kind, promise })}.`] : []),
  ]
  return [lines(texts), ...(addressLines.length > 0 ? [lines(addressLines)] : [])]
}

/**
 * What the customer wrote to the shop. It must not be in a mail to the customer: anyone can sign up with another
 * person's email address, and a mail from the shop must not carry their message.
 */
function customerNote({ checkout }: Receipt): Part[] {
  return checkout && checkout.note !== '' ? [paragraph(words.customerNote(checkout.note))] : []
}

type AfterSale = keyof typeof words.afterSale

function afterSale(mail: OrderMail, template: AfterSale, products: Part): Content {
  const { number, customer, total, currency } = mail.receipt
  const isRefund = mail.template === 'order-refunded'
  const { title, lead } = words.afterSale[template]
  const text = isRefund && mail.isByHand ? words.refundByHandLead : lead
  return {
    title,
    parts: [
      paragraph(text(customer, number, formatPrice(isRefund ? mail.amount : total, currency))),
      ...(mail.template === 'order-note' ? [lines(mail.note.split('\n'))] : moreOf(template, mail.receipt)),
      products,
      button(words.orderButton, mail.link),
    ],
    foot: REPLY_FOOT,
  }
}

/** What the mail to a customer says before the products: how to follow, pick up or pay the order. */
function moreOf(template: AfterSale, receipt: Receipt): Part[] {
  const { withdrawnAt } = receipt
  switch (template) {
    case 'order-corrected':
      return delivery(receipt, isPlain)
    case 'order-sent':
    case 'order-tracking':
      return follow(receipt)
    case 'order-ready':
      return pickup(receipt)
    case 'order-reopened':
    case 'payment-taken-back':
      return payment(receipt)
    case 'order-cancelled':
    case 'withdrawal-received':
      return withdrawnAt === null ? [] : [paragraph(words.withdrawnAt(momentText(withdrawnAt)))]
    default:
      return []
  }
}

/** Returns the parts that say where an order is picked up, and that it is paid then. */
function pickup({ checkout, state, total, currency }: Receipt): Part[] {
  return [
    ...(checkout && checkout.method.note !== '' ? [paragraph(checkout.method.note)] : []),
    ...(state === 'waiting' ? [paragraph(words.payAtPickup(formatPrice(total, currency)))] : []),
  ]
}

/** Returns whether a line of an address can be in a mail to a customer. */
function isPlain(line: string): boolean {
  return plainName(line) !== ''
}

/** Returns the parts that say how to follow a parcel, or nothing if that is not known. */
function follow(receipt: Receipt): Part[] {
  const { trackingUrl } = receipt
  if (trackingUrl === null) return []
  const number = trackingText(receipt)
  return [
    ...(number === null ? [] : [paragraph(words.trackingNumber(number))]),
    button(words.trackButton, trackingUrl),
  ]
}

function disputeNotice(mail: Extract<OrderMail, { template: 'dispute-notice' }>, products: Part): Content {
  const { event, receipt, amount, reason, dueAt } = mail
  const { customer, email, number, currency } = receipt
  const { title, lead } = words.disputes[event]
  const parts = [
    paragraph(lead({ name: customer, email, number, amount: formatPrice(amount, currency) })),
    paragraph(words.disputeReason(reason)),
    ...(event === 'opened' && dueAt !== null ? [paragraph(words.disputeDue(dayText(dueAt)))] : []),
    products,
  ]
  return toShop(title, parts, mail.link)
}

function toShop(title: string, parts: Part[], link: string): Content {
  return { title, parts: [...parts, button(words.noticeButton, link)], foot: SHOP_FOOT }
}
