import type { AfterSaleTemplate, MailProps, Receipt } from '#contract/values/mails.ts'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { dayText, momentText } from '#contract/values/dates/date-texts.ts'
import { formatPrice } from '#contract/values/money.ts'
import { button, lines, paragraph } from './content.tsx'
import type { Content, Part } from './content.tsx'
import { MailNote } from './mail-layout.tsx'
import { ReceiptTable, receiptText } from './receipt-table.tsx'
import { plainName, words } from './texts.ts'

export type OrderMail = Extract<MailProps, { receipt: Receipt }>

export function orderContent(mail: OrderMail): Content {
  if (mail.template === 'order-confirmation') return orderConfirmation(mail)
  return mail.template === 'new-order' ? newOrder(mail) : afterSale(mail)
}

function orderConfirmation({ receipt, link }: OrderMail): Content {
  const isWaiting = receipt.state === 'waiting'
  const lead = isWaiting ? words.waitingLead(receipt.customer) : words.orderLead(receipt.customer)
  return {
    title: words.orderTitle,
    parts: [
      paragraph(lead),
      ...order(receipt, words.orderPlace),
      ...payment(receipt),
      ...delivery(receipt, (line) => plainName(line) !== ''),
      button(words.orderButton, link),
    ],
    foot: isWaiting ? words.waitingFoot : words.orderFoot,
  }
}

function newOrder({ receipt, link }: OrderMail): Content {
  const { customer, email, state } = receipt
  const lead =
    state === 'waiting' ? words.newWaitingLead(customer, email) : words.newOrderLead(customer, email)
  return {
    title: words.newOrderTitle,
    parts: [
      paragraph(lead),
      ...order(receipt, words.newOrderPlace),
      ...delivery(receipt, () => true),
      ...customerNote(receipt),
      button(words.newOrderButton, link),
    ],
    foot: words.newOrderFoot,
  }
}

function order(receipt: Receipt, place: (number: number) => string): Part[] {
  const id = words.orderNumber(receipt.orderId, momentText(receipt.orderedAt))
  const number = paragraph(place(receipt.number))
  return [
    ...(receipt.checkout ? [number] : []),
    { text: receiptText(receipt), element: <ReceiptTable receipt={receipt} /> },
    { text: id, element: <MailNote>{id}</MailNote> },
  ]
}

/** Returns the part that says how to pay for an order that waits for its payment, or nothing for other orders. */
function payment({ state, number, payLaterNote }: Receipt): Part[] {
  if (state !== 'waiting') return []
  return [
    paragraph(words.howToPay(number)),
    ...(payLaterNote === '' ? [] : [lines(payLaterNote.split('\n'))]),
  ]
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

type AfterSaleMail = Extract<OrderMail, { template: AfterSaleTemplate }>

function afterSale(mail: AfterSaleMail): Content {
  const { receipt, link } = mail
  const { number, customer, total } = receipt
  const products = { text: receiptText(receipt), element: <ReceiptTable receipt={receipt} /> }
  const own = (title: string, parts: Part[]): Content => ({
    title,
    parts: [...parts, products, button(words.orderButton, link)],
    foot: words.afterSaleFoot,
  })
  switch (mail.template) {
    case 'order-sent':
      return own(words.sentTitle, [paragraph(words.sentLead(customer, number)), ...tracking(receipt)])
    case 'order-ready':
      return own(words.readyTitle, [paragraph(words.readyLead(customer, number)), ...pickup(receipt)])
    case 'order-cancelled':
      return own(words.cancelledTitle, [paragraph(words.cancelledLead(customer, number))])
    case 'payment-received':
      return own(words.receivedTitle, [paragraph(words.receivedLead(customer, number, formatPrice(total)))])
    case 'payment-taken-back':
      return own(words.takenBackTitle, [
        paragraph(words.takenBackLead(customer, number, formatPrice(total))),
        ...payment(receipt),
      ])
    case 'order-refunded': {
      const lead = mail.isByHand ? words.refundByHandLead : words.refundedLead
      return own(words.refundedTitle, [paragraph(lead(customer, number, formatPrice(mail.amount)))])
    }
    case 'dispute-notice':
      return disputeNotice(mail, products)
    case 'withdrawal-received':
      return own(words.withdrawalTitle, [paragraph(words.withdrawalLead(customer, number))])
    default:
      return notice(mail, products)
  }
}

/** The mail to the shop about a dispute, its end, or a warning about fraud. */
function disputeNotice(mail: AfterSaleMail & { template: 'dispute-notice' }, products: Part): Content {
  const { event, receipt, amount, reason, dueAt, link } = mail
  const { customer, email, number } = receipt
  const lead = words.disputeLeads[event]({ name: customer, email, number, amount: formatPrice(amount) })
  return {
    title: words.disputeTitles[event],
    parts: [
      paragraph(lead),
      paragraph(words.disputeReason(reason)),
      ...(event === 'opened' && dueAt !== null ? [paragraph(words.disputeDue(dayText(dueAt)))] : []),
      products,
      button(words.noticeButton, link),
    ],
    foot: words.newOrderFoot,
  }
}

/** The mails to the shop about what a customer has done. */
function notice({ template, receipt, link }: AfterSaleMail, products: Part): Content {
  const { number, customer, email } = receipt
  const [title, lead] =
    template === 'withdrawal-notice'
      ? [words.withdrawalNoticeTitle, words.withdrawalNoticeLead(customer, email, number)]
      : [words.cancellationNoticeTitle, words.cancellationNoticeLead(customer, email, number)]
  return {
    title,
    parts: [paragraph(lead), products, button(words.noticeButton, link)],
    foot: words.newOrderFoot,
  }
}

function tracking({ trackingUrl }: Receipt): Part[] {
  return trackingUrl === null ? [] : [button(words.trackButton, trackingUrl)]
}

function pickup({ checkout, state, total }: Receipt): Part[] {
  return [
    ...(checkout && checkout.method.note !== '' ? [paragraph(checkout.method.note)] : []),
    ...(state === 'waiting' ? [paragraph(words.payAtPickup(formatPrice(total)))] : []),
  ]
}
