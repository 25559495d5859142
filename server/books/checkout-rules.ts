import type { Checkout } from '#contract/selling/settings.ts'
import { shopCurrency } from '#contract/values/money.ts'
import { includedTax } from '#server/checkout/tax.ts'
import { COMPARE, describeFault, money, NAMED, PAYMENTS, rule } from './rule.ts'
import type { Rule } from './rule.ts'
import type { Query, Row } from './snapshot.ts'

/** `has_checkout` is NULL for payments of an older version. A failed payment may have lost its checkout with its user. */
const paymentKeepsItsCheckout = rule(
  `SELECT ${NAMED}, payments.has_checkout FROM ${PAYMENTS} LEFT JOIN checkouts ON checkouts.payment_id = payments.id
   WHERE (payments.has_checkout = 1 AND checkouts.payment_id IS NULL AND (orders.id IS NOT NULL OR payments.status <> 'failed'))
     OR (payments.has_checkout = 0 AND checkouts.payment_id IS NOT NULL)
     OR checkouts.user_id <> payments.user_id`,
  {
    fault: ({ has_checkout }) =>
      Number(has_checkout) === 1
        ? 'has lost what the customer agreed to: address, delivery and tax'
        : 'has an address and a delivery that its customer did not enter',
    advice: 'The mail about the new order says who has ordered what.',
  },
)

/** The total of an order without a checkout is the sum of its lines. */
const totalIsSumOfLines = rule(
  `SELECT ${NAMED}, summed.cents AS lines FROM ${PAYMENTS}
   JOIN (SELECT payment_id, sum(price_cents) AS cents FROM cart_items WHERE payment_id IS NOT NULL GROUP BY payment_id) AS summed
     ON summed.payment_id = payments.id
   LEFT JOIN checkouts ON checkouts.payment_id = payments.id
   WHERE orders.total_cents <> summed.cents AND checkouts.payment_id IS NULL`,
  {
    fault: ({ lines }) => `has lines for ${money(lines)}`,
    advice: 'The mail about the new order says who has ordered what.',
  },
)

const AT_ONCE = 5000

/** What a customer agreed to adds up, and is what was ordered and paid. Checkouts are read page by page. */
const checkoutsAddUp: Rule = async (query) => {
  const faults: string[] = []
  let after = ''
  for (let rows = await nextPage(query, after); rows.length > 0; rows = await nextPage(query, after)) {
    faults.push(...rows.flatMap(describeCheckout))
    after = String(rows.at(-1)?.['payment_id'])
  }
  return faults
}

function nextPage(query: Query, after: string): Promise<Row[]> {
  return query(`
    SELECT ${NAMED}, checkouts.payment_id, checkouts.data, payments.amount_cents, payments.arrived_cents,
      (SELECT sum(price_cents) FROM cart_items WHERE cart_items.payment_id = checkouts.payment_id) AS lines
    FROM checkouts LEFT JOIN payments ON payments.id = checkouts.payment_id
    LEFT JOIN orders ON orders.payment_id = checkouts.payment_id LEFT JOIN users ON users.id = checkouts.user_id
    WHERE checkouts.payment_id > '${after.replaceAll("'", "''")}' ORDER BY checkouts.payment_id LIMIT ${AT_ONCE}`)
}

function describeCheckout(row: Row): string[] {
  const checkout: Checkout = JSON.parse(String(row['data']))
  return describeFault(row, { fault: () => faultOf(row, checkout), advice: COMPARE })
}

/**
 * Returns what is wrong with a checkout, or null. A failed payment without an order has no lines any
 * more.
 */
function faultOf(row: Row, checkout: Checkout): string | null {
  const { currency, itemsTotal, deliveryPrice, total, tax } = checkout
  if (currency && currency !== shopCurrency()) return `was agreed in ${currency}, not in ${shopCurrency()}`
  const { lines, order_id, amount_cents } = row
  const cost = `its lines and its delivery cost ${money(lines)} and ${money(deliveryPrice)}`
  if (order_id && Number(row['cents']) !== Number(lines) + deliveryPrice)
    return `has the total ${money(row['cents'])}, but ${cost}`
  if (!isPaid(row, total) || total !== itemsTotal + deliveryPrice)
    return `was paid with ${money(amount_cents)}, but agreed were ${money(itemsTotal)} and ${money(deliveryPrice)} for the delivery, together ${money(total)}`
  const wrong = tax.find(({ rate, net, tax: part }) => part !== includedTax(net + part, rate))
  const taxed = tax.reduce((sum, part) => sum + part.net + part.tax, 0)
  if (wrong) return `has ${money(wrong.tax)} tax at ${wrong.rate / 100} % in ${money(wrong.net + wrong.tax)}`
  return tax.length > 0 && taxed !== total ? `has tax for ${money(taxed)} instead of its total` : null
}

/** A payment for which another amount has arrived may have that amount. */
function isPaid({ amount_cents, arrived_cents }: Row, total: number): boolean {
  return total === Number(amount_cents) || arrived_cents !== null
}

/** The rules of the books about what customers agreed to. */
export const checkoutRules = [paymentKeepsItsCheckout, totalIsSumOfLines, checkoutsAddUp]
