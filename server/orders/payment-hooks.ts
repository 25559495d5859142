import { queueMails } from '#server/mail/queue-mail.ts'
import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { queueBankDebitMail } from './after-sale-mails.ts'
import type { BankDebit } from './after-sale-mails.ts'
import { queueOrderMails } from './order-mails.ts'
import { reportDispute } from './report-dispute.ts'
import type { Disputed } from './report-dispute.ts'
import { recordRefund } from './record-refund.ts'
import type { Refunded } from './record-refund.ts'

/** What the domain `payments` calls, each function in the transaction that writes what has happened. */
export type PaymentHooks = {
  /** Called with each new order, paid or waiting. */
  onOrderPlaced: (tx: Db, order: OrderRow) => Promise<void>
  /** Called when a customer has authorised a bank debit, which takes days, and when the bank has refused it. */
  onBankDebit: (tx: Db, debit: BankDebit) => Promise<void>
  /** Called when a gateway refuses the shop's key, at most about once a day. */
  onKeyRefused: (tx: Db) => Promise<void>
  /** Called with each successful refund. */
  onRefunded: (write: ShopWrite, refunded: Refunded) => Promise<void>
  /** Called with each dispute of a payment that is new or has ended. */
  onDisputed: (write: ShopWrite, disputed: Disputed) => Promise<void>
}

export function paymentHooks(sendsMail: boolean): PaymentHooks {
  const skip = async () => undefined
  return {
    onOrderPlaced: sendsMail ? queueOrderMails : skip,
    onBankDebit: sendsMail ? queueBankDebitMail : skip,
    onKeyRefused: sendsMail ? queueKeyWarning : skip,
    onRefunded: (write, refunded) => recordRefund(write, refunded, { sendsMail }),
    onDisputed: (write, disputed) => reportDispute(write, disputed, { sendsMail }),
  }
}

/** Queues the mail that tells the owner that customers cannot pay. */
function queueKeyWarning(tx: Db): Promise<void> {
  return queueMails(tx, [
    {
      recipient: null,
      replyTo: null,
      subject: 'Customers cannot pay in your shop',
      text: 'A customer wanted to pay, but Stripe has refused the secret key of your shop. The key is wrong, was replaced, or lacks a permission. Nothing was charged. Set STRIPE_SECRET_KEY to a key that works, and restart the shop. "npm run doctor" tries the key.',
    },
  ])
}
