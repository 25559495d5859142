import { shopCurrency, formatMoney } from '#contract/values/money.ts'
import { dayText } from '#contract/values/dates/date-texts.ts'
import type { GatewayCharge, GatewayRefund, RemoteGateway, Span } from '#server/payments/gateway.ts'
import { describeFault, money, NAMED, PAYMENTS, WITH_ORDER } from './rule.ts'
import type { Query, Row } from './snapshot.ts'

/**
 * What a gateway lists in a span of time. `summed` has all refunds of those charges of which an older version has stored
 * only the sum, by the reference of the charge.
 */
export type Listed = {
  name: string
  span: Span
  charges: GatewayCharge[]
  refunds: GatewayRefund[]
  summed: Map<string, GatewayRefund[]>
}

/** A customer can pay for this time after a payment was started. */
const OPEN_MS = 24 * 60 * 60 * 1000

const SUMMED = `reference LIKE 'sum:%' AND status <> 'failed'`

/** Lists the references of charges of a gateway with refunds of which an older version has stored only the sum. */
export async function listSummed(query: Query, gateway: string): Promise<string[]> {
  const rows =
    await query(`SELECT reference FROM payments WHERE gateway = '${gateway}' AND reference IS NOT NULL
    AND id IN (SELECT payment_id FROM refunds WHERE ${SUMMED})`)
  return rows.map(({ reference }) => String(reference))
}

/**
 * Lists what a gateway has charged and refunded, also shortly before and after the span, and the refunds of the charges
 * in `summed`.
 */
export async function listMoney(gateway: RemoteGateway, span: Span, summed: string[] = []): Promise<Listed> {
  const wide = { from: span.from - OPEN_MS, to: span.to + OPEN_MS }
  const charges = await Array.fromAsync(gateway.listCharges(wide))
  const refunds = await Array.fromAsync(gateway.listRefunds(wide))
  const ofCharge = new Map<string, GatewayRefund[]>()
  for (const charge of summed) ofCharge.set(charge, await Array.fromAsync(gateway.listRefunds({ charge })))
  return {
    name: gateway.name,
    span,
    charges: charges.filter(({ status }) => status === 'succeeded'),
    refunds,
    summed: ofCharge,
  }
}

const ADVICE = 'Compare both, and correct the one that is wrong.'
const ASK_AGAIN = 'Open the payment desk, or restart the shop, so that it asks the gateway again.'

/**
 * Compares what a gateway lists with the books. Returns a sentence for everything that only one of them has, or that
 * differs, and a summary. Charges of other programs that use the same account are only counted.
 */
export async function compareWithGateway(
  query: Query,
  listed: Listed,
): Promise<{ faults: string[]; summary: string }> {
  const { charges, refunds, span } = listed
  const known = await findPayments(query, listed)
  const rowOf = (charge: GatewayCharge) =>
    known.byReference.get(charge.reference) ?? known.byId.get(String(charge.paymentId))
  const own = charges.filter((charge) => charge.isOfThisShop || rowOf(charge))
  const ownRefunds = refunds.filter(({ charge }) => known.byReference.has(charge))
  const isInSpan = ({ createdAt }: { createdAt: number }) => createdAt >= span.from && createdAt < span.to
  const faults = [
    ...own.filter(isInSpan).flatMap((charge) => compareCharge(listed, charge, rowOf(charge))),
    ...(await findUnlistedPayments(query, listed)),
    ...(await compareRefunds(query, { ...listed, refunds: ownRefunds.filter(isInSpan) })),
    ...(await findUnlistedRefunds(query, listed)),
    ...(await compareSums(query, listed)),
  ]
  const others = charges.filter(isInSpan).length - own.filter(isInSpan).length
  return { faults, summary: summaryOf(listed, [own.filter(isInSpan), ownRefunds.filter(isInSpan)], others) }
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

type Known = { byId: Map<string, Row>; byReference: Map<string, Row> }

/** Finds the payments of listed charges and refunds, by their ids and by the references of the gateway. */
async function findPayments(query: Query, { name, charges, refunds }: Listed): Promise<Known> {
  const ids = charges.map(({ paymentId }) => paymentId).filter((id) => id !== null)
  const references = [...charges.map(({ reference }) => reference), ...refunds.map(({ charge }) => charge)]
  const sqlFor = (column: string) => (list: string) =>
    `SELECT ${NAMED}, payments.status, payments.reference, payments.amount_cents FROM ${PAYMENTS}
     WHERE payments.gateway = '${name}' AND payments.${column} IN (${list})`
  const rows = [
    ...(await inParts(query, ids, sqlFor('id'))),
    ...(await inParts(query, references, sqlFor('reference'))),
  ]
  return {
    byId: new Map(rows.map((row) => [String(row['payment_id']), row])),
    byReference: new Map(rows.map((row) => [String(row['reference']), row])),
  }
}

/** Returns what is wrong with a charge of this shop. `row` is its payment in the books, if there is one. */
function compareCharge({ name }: Listed, charge: GatewayCharge, row: Row | undefined): string[] {
  const { reference, paymentId, amountCents, currency, createdAt } = charge
  const charged = formatMoney(amountCents, currency)
  if (!row)
    return [
      `${nameOf(name)} has charged ${charged} (${dayText(createdAt)}, ${reference}) for payment ${paymentId}, which is not in the books. ${ASK_AGAIN}`,
    ]
  const inBooks = row['reference']
  if (inBooks === null)
    return describeFault(row, {
      fault: () => `is ${row['status']}, but ${nameOf(name)} has charged ${charged} (${reference})`,
      advice: ASK_AGAIN,
    })
  if (inBooks !== reference)
    return describeFault(row, {
      fault: () =>
        `has the reference ${inBooks}, but ${nameOf(name)} has charged ${charged} as ${reference}, too`,
      advice: `Refund one of them at ${nameOf(name)}.`,
    })
  const isEqual =
    Number(row['amount_cents']) === amountCents && currency === (row['currency'] ?? shopCurrency())
  return describeFault(row, {
    fault: () =>
      isEqual
        ? null
        : `was paid with ${money(row['amount_cents'], row['currency'])}, but ${nameOf(name)} has charged ${charged}`,
    advice: ADVICE,
  })
}

/** Finds payments that were started in the span and that the gateway does not list. */
async function findUnlistedPayments(query: Query, { name, span, charges }: Listed): Promise<string[]> {
  const listed = new Set(charges.map(({ reference }) => reference))
  const rows = await query(`
    SELECT ${NAMED}, payments.reference FROM ${PAYMENTS} WHERE payments.gateway = '${name}' AND payments.reference LIKE 'pi!_%' ESCAPE '!'
      AND payments.created_at >= ${span.from} AND payments.created_at < ${span.to}`)
  return rows.flatMap((row) =>
    describeFault(row, {
      fault: ({ reference }) =>
        listed.has(String(reference))
          ? null
          : `is paid with ${reference}, which ${nameOf(name)} does not list`,
      advice: 'Look it up there. It may belong to a test key or to another account.',
    }),
  )
}

const REFUNDS = `refunds JOIN payments ON payments.id = refunds.payment_id ${WITH_ORDER}`

/**
 * Compares listed refunds with those in the books that have the same reference. Those of which the books have only the
 * sum are left to `compareSums`.
 */
async function compareRefunds(query: Query, { name, refunds, summed }: Listed): Promise<string[]> {
  const rows = await inParts(
    query,
    refunds.map(({ reference }) => reference),
    (list) => `SELECT ${NAMED}, refunds.reference, refunds.status, refunds.amount_cents FROM ${REFUNDS}
      WHERE refunds.reference IN (${list})`,
  )
  const known = new Map(rows.map((row) => [String(row['reference']), row]))
  return refunds.flatMap((refund) => {
    const { reference, amountCents, currency, status, createdAt } = refund
    const said = `${formatMoney(amountCents, currency)} (${dayText(createdAt)}, ${reference})`
    const row = known.get(reference)
    if (!row && summed.has(refund.charge)) return []
    if (!row)
      return [
        `${nameOf(name)} has a refund of ${said} of ${refund.charge}, which is not in the books. ${ASK_AGAIN}`,
      ]
    const isEqual = Number(row['amount_cents']) === amountCents && row['status'] === status
    return describeFault(row, {
      fault: () =>
        isEqual
          ? null
          : `has a refund of ${money(row['amount_cents'], row['currency'])} that is ${row['status']}, but at ${nameOf(name)} it is ${said} and ${status}`,
      advice: ASK_AGAIN,
    })
  })
}

/** Finds refunds that were made in the span and that the gateway does not list. */
async function findUnlistedRefunds(query: Query, { name, span, refunds }: Listed): Promise<string[]> {
  const listed = new Set(refunds.map(({ reference }) => reference))
  const rows = await query(`
    SELECT ${NAMED}, refunds.reference, refunds.amount_cents AS refunded FROM ${REFUNDS}
    WHERE payments.gateway = '${name}' AND refunds.status = 'succeeded' AND refunds.reference LIKE 're!_%' ESCAPE '!'
      AND refunds.created_at >= ${span.from} AND refunds.created_at < ${span.to}`)
  return rows.flatMap((row) =>
    describeFault(row, {
      fault: ({ reference, refunded, currency }) =>
        listed.has(String(reference))
          ? null
          : `has a refund of ${money(refunded, currency)} (${reference}), which ${nameOf(name)} does not list`,
      advice: 'Look it up there, and tell the customer if the money was not sent.',
    }),
  )
}

/** Compares what is refunded of charges with the books, which may have only the sum of their refunds. */
async function compareSums(query: Query, { name, summed }: Listed): Promise<string[]> {
  const rows = await inParts(
    query,
    [...summed.keys()],
    (list) => `SELECT ${NAMED}, payments.reference, sums.refunded FROM ${PAYMENTS}
      JOIN (SELECT payment_id, sum(amount_cents) AS refunded FROM refunds WHERE status <> 'failed' GROUP BY payment_id) AS sums
        ON sums.payment_id = payments.id
      WHERE payments.gateway = '${name}' AND payments.reference IN (${list})
        AND payments.id IN (SELECT payment_id FROM refunds WHERE ${SUMMED})`,
  )
  return rows.flatMap((row) =>
    describeFault(row, {
      fault: ({ reference, refunded, currency }) => {
        const refunds = summed.get(String(reference)) ?? []
        const made = refunds.filter(({ status }) => status !== 'failed')
        const cents = made.reduce((sum, { amountCents }) => sum + amountCents, 0)
        return cents === Number(refunded)
          ? null
          : `has refunds of ${money(refunded, currency)}, but ${nameOf(name)} has refunded ${money(cents, currency)}`
      },
      advice: 'The running shop asks for such refunds and corrects them within two hours.',
    }),
  )
}

type OfThisShop = [charges: GatewayCharge[], refunds: GatewayRefund[]]

function summaryOf({ name, span }: Listed, [charges, refunds]: OfThisShop, others: number): string {
  const sum = (amounts: { amountCents: number }[]) =>
    money(amounts.reduce((total, { amountCents }) => total + amountCents, 0))
  const days = `${dayText(span.from)} to ${dayText(span.to - 1)}`
  const counted = [
    `${charges.length} charges with ${sum(charges)}`,
    `${refunds.length} refunds with ${sum(refunds)}`,
  ]
  const more = others > 0 ? ` It also lists ${others} charges of other programs.` : ''
  return `${nameOf(name)} lists ${counted.join(' and ')} of this shop from ${days}.${more}`
}

function nameOf(gateway: string): string {
  return gateway.slice(0, 1).toUpperCase() + gateway.slice(1)
}
