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

type PaymentHooks = {
  onBankDebit?: (tx: Db, debit: BankDebit) => Promise<void>
  onOrderPlaced?: (tx: Db, order: OrderRow) => Promise<void>
  onKeyRefused?: (tx: Db) => Promise<void>
  onRefunded: (write: ShopWrite, refunded: Refunded) => Promise<void>
  onDisputed: (write: ShopWrite, disputed: Disputed) => Promise<void>
}

/** Returns the functions that the domain `payments` calls when an order is placed, refunded or disputed. */
export function paymentHooks(sendsMail: boolean): PaymentHooks {
  return {
    ...(sendsMail && {
      onOrderPlaced: queueOrderMails,
      onBankDebit: queueBankDebitMail,
      onKeyRefused: queueKeyWarning,
    }),
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
