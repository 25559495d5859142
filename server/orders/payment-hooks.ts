import type { Db, ShopWrite } from '#server/shop-database.ts'
import type { OrderRow } from '#server/tables.ts'
import { queueOrderMails } from './order-mails.ts'
import { recordRefund } from './record-refund.ts'
import type { Refunded } from './record-refund.ts'

type PaymentHooks = {
  onOrderPlaced?: (tx: Db, order: OrderRow) => Promise<void>
  onRefunded: (write: ShopWrite, refunded: Refunded) => Promise<void>
}

/** Returns the functions that the domain `payments` calls when an order is placed, and when it is refunded. */
export function paymentHooks(sendsMail: boolean): PaymentHooks {
  return {
    ...(sendsMail && { onOrderPlaced: queueOrderMails }),
    onRefunded: (write, refunded) => recordRefund(write, refunded, { sendsMail }),
  }
}
