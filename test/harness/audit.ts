import { setTimeout as sleep } from 'node:timers/promises'
import { runOwnersCommand, settingsOf } from '../processes/run-command.ts'
import { runSql } from '../processes/run-sql.ts'
import type { DatabasePlace } from '../processes/run-sql.ts'
import type { SmtpServer } from '../stand-ins/smtp-server.ts'
import type { FakeStripe } from '../stripe/serve.ts'
import { none } from './trial.ts'
import type { Figure } from './trial.ts'

/** A mail whose sender was killed is sent after its claim of 60 s has ended. */
const MAX_WAIT_FOR_MAIL_MS = 90_000
const MAX_WAIT_FOR_ORDERS_MS = 20_000

type Order = { payment_id: string; email: string; total_cents: string }

type Audited = {
  databaseUrl: string
  /** The email addresses of the customers whose orders are compared. */
  customers: string[]
  stripe: FakeStripe
  mails: SmtpServer
  waitsForMails: boolean
}

/** Compares what Stripe has charged with the orders in the database, and with the mails that customers received. */
export async function auditPurchases({
  databaseUrl,
  customers,
  stripe,
  mails,
  waitsForMails,
}: Audited): Promise<Figure[]> {
  const sessions = [...stripe.account.sessions.values()].filter(
    (session) => session.payment_status === 'paid',
  )
  const paid = sessions.map(({ client_reference_id }) => String(client_reference_id))
  const orders = await untilOrdered(databaseUrl, { customers, paid })
  const byPayment = (id: string) => orders.filter(({ payment_id }) => payment_id === id)
  const charged = [...stripe.account.intents.values()].reduce(
    (sum, { id, amount }) => sum + amount - stripe.account.refundedOf(id),
    0,
  )
  const sold = orders.reduce((sum, { total_cents }) => sum + Number(total_cents), 0)
  const { lost, twice } = await untilMailed(orders, mails, waitsForMails ? MAX_WAIT_FOR_MAIL_MS : 0)
  const books = await verifyBooks({ dataDir: '', databaseUrl })
  const unfit = paid.filter((id) => byPayment(id).length !== 1).length
  const unpaid = orders.filter(({ payment_id }) => !paid.includes(payment_id)).length
  return [
    none(`paid at Stripe without exactly one order, of ${paid.length}`, unfit),
    none(`orders without money, of ${orders.length}`, unpaid),
    none('cents charged and not refunded, less the cents of the orders', charged - sold),
    none('confirmation mails sent twice', twice),
    ...(waitsForMails ? [none(`orders without a confirmation mail, of ${orders.length}`, lost)] : []),
    { what: 'npm run verify-books', value: books, held: books === 'The books are in order.' },
  ]
}

/** Returns the orders as soon as every paid session has one, or after `MAX_WAIT_FOR_ORDERS_MS`. */
async function untilOrdered(
  databaseUrl: string,
  { customers, paid }: { customers: string[]; paid: string[] },
): Promise<Order[]> {
  const late = performance.now() + MAX_WAIT_FOR_ORDERS_MS
  const list = customers.map((email) => `'${email}'`).join()
  const query = `SELECT payment_id, email, total_cents FROM orders WHERE email IN (${list})`
  for (;;) {
    // cast: these are the selected columns.
    const orders = (await runSql({ dataDir: '', databaseUrl }, query)) as Order[]
    const known = new Set(orders.map(({ payment_id }) => payment_id))
    if (paid.every((id) => known.has(id)) || performance.now() > late) return orders
    await sleep(200)
  }
}

/**
 * Counts the confirmation mails to each customer, as soon as there are as many as orders, or after `maxMs`. `lost` is
 * the number of orders without a mail, and `twice` is the number of mails without an order of their own.
 */
async function untilMailed(
  orders: Order[],
  mails: SmtpServer,
  maxMs: number,
): Promise<{ lost: number; twice: number }> {
  const late = performance.now() + maxMs
  for (;;) {
    const surplus = surplusOfMails(orders, mails.texts)
    const lost = surplus.filter((count) => count < 0).reduce((sum, count) => sum - count, 0)
    if (lost === 0 || performance.now() > late)
      return { lost, twice: surplus.filter((count) => count > 0).reduce((sum, count) => sum + count, 0) }
    await sleep(200)
  }
}

/** Returns, for each customer, the number of confirmation mails less the number of orders. */
function surplusOfMails(orders: Order[], texts: string[]): number[] {
  const counts = new Map<string, number>()
  const count = (email: string, change: number) => counts.set(email, (counts.get(email) ?? 0) + change)
  for (const { email } of orders) count(email, -1)
  for (const text of texts)
    if (/^Subject: Your order for/im.test(text)) count(/^To: (\S+)\r$/im.exec(text)?.[1] ?? '', 1)
  return [...counts.values()]
}

/** Runs `npm run verify-books` and returns what it prints. */
export async function verifyBooks(place: DatabasePlace): Promise<string> {
  const { said, complained } = await runOwnersCommand('verify-books', settingsOf(place))
  return `${said}${complained}`.trim()
}
