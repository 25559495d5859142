import { formatMoney } from '#contract/values/money.ts'
import { dayText } from '#contract/values/dates/date-texts.ts'
import type { GatewayCharge, GatewayRefund, RemoteGateway, Span } from '#server/payments/gateway.ts'
import { describeFault, inCurrency, money, NAMED, PAYMENTS, WITH_ORDER } from './rule.ts'
import type { Query, Row } from './snapshot.ts'

/** What a gateway lists in a span of time. */
export type Listed = { name: string; span: Span; charges: GatewayCharge[]; refunds: GatewayRefund[] }

/** A customer can pay for this time after a payment was started. */
const OPEN_MS = 24 * 60 * 60 * 1000

/** Lists what a gateway has charged and refunded, also shortly before and after the span. */
export async function listMoney(gateway: RemoteGateway, span: Span): Promise<Listed> {
  const wide = { from: span.from - OPEN_MS, to: span.to + OPEN_MS }
  const charges = await Array.fromAsync(gateway.listCharges(wide))
  const refunds = await Array.fromAsync(gateway.listRefunds(wide))
  return {
    name: gateway.name,
    span,
    charges: charges.filter(({ status }) => status === 'succeeded'),
    refunds,
  }
}

const ADVICE = 'Compare both, and correct the one that is wrong.'
const ASK_AGAIN = 'Open the payment desk, or restart the shop, so that it asks the gateway again.'

/**
 * Compares what a gateway lists with the books. Returns a sentence for everything that only one of them has, or that
 * differs, and a summary. `currency` is that of the shop. Charges of other programs that use the same account are
 * only counted.
 */
export async function compareWithGateway(
  snapshot: Query,
  listed: Listed,
  currency: string,
): Promise<{ faults: string[]; summary: string }> {
  const { span } = listed
  const query: Query = async (sql) => (await snapshot(sql)).map((row) => inCurrency(row, currency))
  const isInSpan = ({ createdAt }: { createdAt: number }) => createdAt >= span.from && createdAt < span.to
  const charges = listed.charges.filter(isInSpan)
  const rowOf = await findPayments(query, listed)
  const own = charges.filter((charge) => charge.isOfThisShop || rowOf(charge))
  const refunds = listed.refunds.filter((refund) => isInSpan(refund) && rowOf({ reference: refund.charge }))
  const faults = [
    ...own.flatMap((charge) => compareCharge(listed, charge, rowOf(charge))),
    ...(await findUnlistedPayments(query, listed)),
    ...(await compareRefunds(query, listed.name, refunds)),
    ...(await findUnlistedRefunds(query, listed)),
  ]
  const sum = (amounts: { amountCents: number }[]) =>
    money(
      amounts.reduce((total, { amountCents }) => total + amountCents, 0),
      currency,
    )
  const counted = `${own.length} charges with ${sum(own)} and ${refunds.length} refunds with ${sum(refunds)}`
  const days = `${dayText(span.from)} to ${dayText(span.to - 1)}`
  const others = charges.length - own.length
  const more = others > 0 ? ` It also lists ${others} charges of other programs.` : ''
  return { faults, summary: `${nameOf(listed.name)} lists ${counted} of this shop from ${days}.${more}` }
}

/** How many rows are looked up with one query. */
const AT_ONCE = 500

/** Runs a query for each part of a list of texts. `sqlFor` gets the texts as they are written in SQL. */
async function inParts(query: Query, texts: string[], sqlFor: (list: string) => string): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; from < texts.length; from += AT_ONCE) {
    const part = texts.slice(from, from + AT_ONCE).map((text) => `'${text.replaceAll("'", "''")}'`)
    rows.push(...(await query(sqlFor(part.join(', ')))))
  }
  return rows
}

/**
 * Finds the payments of listed charges and refunds. Returns a function that returns the payment of a charge, by the
 * reference of the gateway or else by its id.
 */
async function findPayments(query: Query, { name, charges, refunds }: Listed) {
  const ids = charges.map(({ paymentId }) => paymentId).filter((id) => id !== null)
  const references = [...charges.map(({ reference }) => reference), ...refunds.map(({ charge }) => charge)]
  const sqlFor = (column: string) => (list: string) =>
    `SELECT ${NAMED}, payments.status, payments.reference, payments.amount_cents FROM ${PAYMENTS}
     WHERE payments.gateway = '${name}' AND payments.${column} IN (${list})`
  const rows = [
    ...(await inParts(query, ids, sqlFor('id'))),
    ...(await inParts(query, references, sqlFor('reference'))),
  ]
  const byId = new Map<unknown, Row>(rows.map((row) => [row['payment_id'], row]))
  const byReference = new Map<unknown, Row>(rows.map((row) => [row['reference'], row]))
  return ({ reference, paymentId }: { reference: string; paymentId?: string | null }) =>
    byReference.get(reference) ?? byId.get(paymentId)
}

/** Returns what is wrong with a charge of this shop. `row` is its payment in the books, if there is one. */
function compareCharge({ name }: Listed, charge: GatewayCharge, row: Row | undefined): string[] {
  const { reference, paymentId, amountCents, currency, createdAt } = charge
  const gateway = nameOf(name)
  const charged = formatMoney(amountCents, currency)
  if (!row)
    return [
      `${gateway} has charged ${charged} (${dayText(createdAt)}, ${reference}) for payment ${paymentId}, which is not in the books. ${ASK_AGAIN}`,
    ]
  const { reference: inBooks, status, amount_cents, currency: paidIn } = row
  const saying = (said: string, advice: string) => describeFault(row, said, advice)
  if (inBooks === null)
    return saying(`is ${status}, but ${gateway} has charged ${charged} (${reference})`, ASK_AGAIN)
  if (inBooks !== reference)
    return saying(
      `has the reference ${inBooks}, but ${gateway} has charged ${charged} as ${reference}, too`,
      `Refund one of them at ${gateway}.`,
    )
  if (Number(amount_cents) === amountCents && currency === paidIn) return []
  return saying(`was paid with ${money(amount_cents, paidIn)}, but ${gateway} has charged ${charged}`, ADVICE)
}

/**
 * Finds payments that were started in the span and that the gateway does not list. A renewal is charged from its `due_at` on,
 * which a decline puts off.
 */
async function findUnlistedPayments(query: Query, { name, span, charges }: Listed): Promise<string[]> {
  const listed = new Set(charges.map(({ reference }) => reference))
  const at = 'COALESCE(payments.due_at, payments.created_at)'
  const rows = await query(`
    SELECT ${NAMED}, payments.reference FROM ${PAYMENTS} WHERE payments.gateway = '${name}' AND payments.reference LIKE 'pi!_%' ESCAPE '!'
      AND ${at} >= ${span.from} AND ${at} < ${span.to}`)
  const unlisted = rows.filter(({ reference }) => !listed.has(String(reference)))
  return unlisted.flatMap((row) =>
    describeFault(
      row,
      `is paid with ${row['reference']}, which ${nameOf(name)} does not list`,
      'Look it up there. It may belong to a test key or to another account.',
    ),
  )
}

const REFUNDS = `refunds JOIN payments ON payments.id = refunds.payment_id ${WITH_ORDER}`

/** Compares listed refunds with those in the books that have the same reference. */
async function compareRefunds(query: Query, name: string, refunds: GatewayRefund[]): Promise<string[]> {
  const references = refunds.map(({ reference }) => reference)
  const rows = await inParts(
    query,
    references,
    (list) => `SELECT ${NAMED}, refunds.reference, refunds.status, refunds.amount_cents FROM ${REFUNDS}
      WHERE refunds.reference IN (${list})`,
  )
  const known = new Map(rows.map((row) => [String(row['reference']), row]))
  return refunds.flatMap(({ reference, charge, amountCents, currency, status, createdAt }) => {
    const listed = `${formatMoney(amountCents, currency)} (${dayText(createdAt)}, ${reference})`
    const row = known.get(reference)
    if (!row)
      return [
        `${nameOf(name)} has a refund of ${listed} of ${charge}, which is not in the books. ${ASK_AGAIN}`,
      ]
    const { amount_cents, currency: paidIn, status: inBooks } = row
    if (Number(amount_cents) === amountCents && inBooks === status) return []
    const said = `has a refund of ${money(amount_cents, paidIn)} that is ${inBooks}, but at ${nameOf(name)} it is ${listed} and ${status}`
    return describeFault(row, said, ASK_AGAIN)
  })
}

/** Finds refunds that were made in the span and that the gateway does not list. */
async function findUnlistedRefunds(query: Query, { name, span, refunds }: Listed): Promise<string[]> {
  const listed = new Set(refunds.map(({ reference }) => reference))
  const rows = await query(`
    SELECT ${NAMED}, refunds.reference, refunds.amount_cents AS refunded FROM ${REFUNDS}
    WHERE payments.gateway = '${name}' AND refunds.status = 'succeeded' AND refunds.reference LIKE 're!_%' ESCAPE '!'
      AND refunds.created_at >= ${span.from} AND refunds.created_at < ${span.to}`)
  const unlisted = rows.filter(({ reference }) => !listed.has(String(reference)))
  return unlisted.flatMap((row) =>
    describeFault(
      row,
      `has a refund of ${money(row['refunded'], row['currency'])} (${row['reference']}), which ${nameOf(name)} does not list`,
      'Look it up there, and tell the customer if the money was not sent.',
    ),
  )
}

function nameOf(gateway: string): string {
  return gateway.slice(0, 1).toUpperCase() + gateway.slice(1)
}
