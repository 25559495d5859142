import { NO_EMAIL } from '#contract/values/limits.ts'
import { COMPARE, comparedRule, money, NAMED, ORDERS, PAYMENTS, rule } from './rule.ts'

/** The columns that name a line of a cart that is in no order. */
const NAMED_LINE = `cart_items.id AS line_id, cart_items.product_name, cart_items.created_at AS at,
  cart_items.customer, cart_items.email, cart_items.price_cents AS cents`

/** The mails about an order were rendered when it was placed. */
const READ_MAIL = 'The mail about the new order says who has ordered what.'

/** What each payment has taken from each stock and not given back. It is negative while the payment holds something. */
const MOVED = `(SELECT stock_moves.payment_id, stocks.name, stocks.unit, sum(stock_moves.amount) AS amount,
    max(stock_moves.amount) AS given_back FROM stock_moves JOIN stocks ON stocks.id = stock_moves.stock_id
  WHERE stock_moves.payment_id IS NOT NULL GROUP BY stock_moves.payment_id, stocks.id, stocks.name, stocks.unit) AS moved`

/** The rules of the books about orders, their lines, what their customers agreed to, and stock. */
export const orderRules = {
  /**
   * Every paid line belongs to an order. Lines without a payment id are left out: they were paid before payments were
   * stored.
   */
  paidLineHasOrder: rule(
    `SELECT ${NAMED_LINE} FROM cart_items LEFT JOIN orders ON orders.id = cart_items.order_id
     WHERE cart_items.payment = 'OK' AND cart_items.payment_id IS NOT NULL AND orders.id IS NULL`,
    'is paid, but belongs to no order',
    COMPARE,
  ),
  /** A failed payment releases its lines, unless they are those of a cancelled order. */
  failedPaymentHoldsNoLine: rule(
    `SELECT ${NAMED_LINE}, cart_items.payment_id AS held_by FROM cart_items
     LEFT JOIN payments ON payments.id = cart_items.payment_id
     WHERE cart_items.payment IS NULL AND cart_items.order_id IS NULL AND cart_items.payment_id IS NOT NULL
       AND (payments.id IS NULL OR payments.status = 'failed')`,
    ({ held_by }) =>
      `is held by payment ${held_by}, which has failed, so that it can be neither paid nor removed`,
    'Ask the customer to put it into the cart again.',
  ),
  orderHasLines: rule(
    `SELECT ${NAMED} FROM ${ORDERS} WHERE NOT EXISTS
       (SELECT 1 FROM cart_items WHERE cart_items.payment_id = orders.payment_id AND cart_items.order_id = orders.id)`,
    'has no lines',
    READ_MAIL,
  ),
  linesAreThoseOfThePayment: rule(
    `SELECT ${NAMED}, cart_items.product_name, cart_items.id AS line FROM ${ORDERS}
     JOIN cart_items ON cart_items.order_id = orders.id
     WHERE cart_items.payment_id IS NULL OR cart_items.payment_id <> orders.payment_id
     UNION ALL SELECT ${NAMED}, cart_items.product_name, cart_items.id AS line FROM ${ORDERS}
     JOIN cart_items ON cart_items.payment_id = orders.payment_id
     WHERE cart_items.order_id IS NULL OR cart_items.order_id <> orders.id`,
    ({ line, product_name }) => `and its payment do not agree about the line ${line} of ${product_name}`,
    READ_MAIL,
  ),
  paidOrderHasPaidLines: rule(
    `SELECT ${NAMED}, orders.state, cart_items.product_name, cart_items.id AS line FROM ${ORDERS}
     JOIN cart_items ON cart_items.payment_id = orders.payment_id
     WHERE (cart_items.payment IS NULL) <> (orders.state IN ('waiting', 'cancelled'))`,
    ({ state, product_name, line }) =>
      `is ${state}, but its line ${line} of ${product_name} is ${
        state === 'waiting' || state === 'cancelled' ? 'paid' : 'not paid'
      }`,
    COMPARE,
  ),
  /** An order, its payment and its lines name one customer. The name on the order is copied from a line. */
  orderHasOneCustomer: rule(
    `SELECT ${NAMED} FROM ${ORDERS} WHERE orders.user_id <> payments.user_id OR orders.id IN (
       SELECT owned.id FROM orders AS owned JOIN cart_items ON cart_items.payment_id = owned.payment_id GROUP BY owned.id
       HAVING max(CASE WHEN cart_items.user_id <> owned.user_id THEN 1 ELSE 0 END) = 1
         OR min(CASE WHEN cart_items.customer = owned.customer THEN 0 ELSE 1 END) = 1)`,
    'belongs to another customer than its payment or its lines',
    `Send nothing before you know whose it is. ${READ_MAIL}`,
  ),
  /**
   * A new order is mailed to its customer and to the shop. A shop without a mail server mails neither, so an order that
   * has neither is only reported between two that have both. A renewal is confirmed when its card was charged. Mails of
   * deleted customers are deleted, and customers at the counter may have no email address.
   */
  customerGotConfirmation: rule(
    `SELECT ${NAMED} FROM (
       SELECT id, noticed, confirmed, lag(confirmed) OVER (ORDER BY number) AS confirmed_before,
         lead(confirmed) OVER (ORDER BY number) AS confirmed_after
       FROM (SELECT orders.id, orders.number,
           max(CASE WHEN outbox.template = 'order-confirmation' THEN 1 ELSE 0 END) AS confirmed,
           max(CASE WHEN outbox.template = 'new-order' THEN 1 ELSE 0 END) AS noticed
         FROM orders LEFT JOIN outbox ON outbox.data = '{"orderId":"' || orders.id || '"}'
           AND outbox.template IN ('order-confirmation', 'new-order')
         GROUP BY orders.id, orders.number) AS counted) AS mailed
     JOIN orders ON orders.id = mailed.id LEFT JOIN payments ON payments.id = orders.payment_id
     LEFT JOIN users ON users.id = orders.user_id
     WHERE mailed.confirmed = 0 AND (payments.mandate_id IS NULL OR orders.state NOT IN ('waiting', 'cancelled')) AND users.archived_at IS NULL AND orders.email NOT LIKE '%${NO_EMAIL}'
       AND (mailed.noticed = 1 OR (mailed.confirmed_before = 1 AND mailed.confirmed_after = 1))`,
    'has no mail that confirms it to the customer',
    'Write to the customer that the order was received.',
  ),
  everyOrderHasNumber: rule(
    `SELECT ${NAMED} FROM ${ORDERS} WHERE orders.number IS NULL`,
    'has no number',
    COMPARE,
  ),
  numbersHaveNoGap: rule(
    `SELECT ${NAMED}, numbered.previous FROM
       (SELECT id, number, COALESCE(lag(number) OVER (ORDER BY number), 0) AS previous FROM orders WHERE number IS NOT NULL) AS numbered
     JOIN orders ON orders.id = numbered.id LEFT JOIN payments ON payments.id = orders.payment_id
     LEFT JOIN users ON users.id = orders.user_id
     WHERE numbered.number <> numbered.previous + 1 ORDER BY numbered.number`,
    ({ number, previous }) =>
      Number(number) === Number(previous)
        ? 'has a number that exists twice'
        : `comes after order ${previous}, and there is none between them`,
    COMPARE,
  ),
  counterIsLastNumber: comparedRule(
    `SELECT counters.value, newest.number FROM counters
      JOIN (SELECT COALESCE(max(number), 0) AS number FROM orders) AS newest ON newest.number <> counters.value
      WHERE counters.name = 'order'`,
    ({ value, number }) =>
      `The last order number is ${number}, but the counter is at ${value}. Is an order missing?`,
  ),
  /**
   * `has_checkout` is NULL for payments of an older version. A failed payment may have lost its checkout with its
   * user.
   */
  paymentKeepsItsCheckout: rule(
    `SELECT ${NAMED}, payments.has_checkout FROM ${PAYMENTS} LEFT JOIN checkouts ON checkouts.payment_id = payments.id
     WHERE (payments.has_checkout = 1 AND checkouts.payment_id IS NULL AND (orders.id IS NOT NULL OR payments.status <> 'failed'))
       OR (payments.has_checkout = 0 AND checkouts.payment_id IS NOT NULL)
       OR checkouts.user_id <> payments.user_id`,
    ({ has_checkout }) =>
      Number(has_checkout) === 1
        ? 'has lost what the customer agreed to: address, delivery and tax'
        : 'has an address and a delivery that its customer did not enter',
    READ_MAIL,
  ),
  /** The total of an order without a checkout is the sum of its lines. */
  totalIsSumOfLines: rule(
    `SELECT ${NAMED}, summed.cents AS lines FROM ${PAYMENTS}
     JOIN (SELECT payment_id, sum(price_cents) AS cents FROM cart_items WHERE payment_id IS NOT NULL GROUP BY payment_id) AS summed
       ON summed.payment_id = payments.id
     LEFT JOIN checkouts ON checkouts.payment_id = payments.id
     WHERE orders.total_cents <> summed.cents AND checkouts.payment_id IS NULL`,
    ({ lines, currency }) => `has lines for ${money(lines, currency)}`,
    READ_MAIL,
  ),
  stockIsSumOfMoves: comparedRule(
    `SELECT stocks.name, stocks.unit, stocks.remaining, COALESCE(moves.amount, 0) AS moved FROM stocks
      LEFT JOIN (SELECT stock_id, sum(amount) AS amount FROM stock_moves GROUP BY stock_id) AS moves
        ON moves.stock_id = stocks.id
      WHERE stocks.remaining <> COALESCE(moves.amount, 0)`,
    ({ name, unit, remaining, moved }) =>
      `The stock of ${name} is ${remaining} ${unit}, but its moves add up to ${moved}. Count what is there.`,
  ),
  failedPaymentHoldsNothing: rule(
    `SELECT ${NAMED}, moved.name, moved.unit, moved.amount FROM ${PAYMENTS}
     JOIN ${MOVED} ON moved.payment_id = payments.id WHERE payments.status = 'failed' AND moved.amount < 0`,
    ({ name, unit, amount }) => `has failed, but still holds ${-Number(amount)} ${unit} of ${name}`,
    'Add them to the stock on the page of the product.',
  ),
  noMoreGivenBackThanHeld: rule(
    `SELECT ${NAMED}, moved.name, moved.unit, moved.amount FROM ${PAYMENTS}
     JOIN ${MOVED} ON moved.payment_id = payments.id WHERE moved.amount > 0`,
    ({ name, unit, amount }) => `has put ${amount} ${unit} of ${name} more into the stock than it took`,
    'Count what is there, and correct the stock on the page of the product.',
  ),
  /**
   * What an order has taken from the stock is put back only if it is cancelled or refunded. A refund can fail later, when
   * the stock was put back already.
   */
  soldStockIsNotPutBack: rule(
    `SELECT ${NAMED}, moved.name, moved.unit, moved.given_back FROM ${PAYMENTS}
     JOIN ${MOVED} ON moved.payment_id = payments.id
     WHERE moved.given_back > 0 AND payments.status <> 'failed'
       AND (orders.state IS NULL OR orders.state NOT IN ('cancelled', 'refunded'))
       AND NOT EXISTS (SELECT 1 FROM refunds WHERE refunds.payment_id = payments.id AND refunds.status = 'failed')`,
    ({ name, unit, given_back }) => `was not cancelled, but ${given_back} ${unit} of ${name} were put back`,
    'Count what is there, and correct the stock on the page of the product.',
  ),
  /** `taken_stock` is NULL for payments of an older version. */
  stockWasTaken: rule(
    `SELECT ${NAMED}, payments.taken_stock, COALESCE(moved.amount, 0) AS amount FROM ${PAYMENTS}
     LEFT JOIN (SELECT payment_id, -sum(amount) AS amount FROM stock_moves WHERE kind = 'held' GROUP BY payment_id) AS moved
       ON moved.payment_id = payments.id
     WHERE payments.taken_stock <> COALESCE(moved.amount, 0)`,
    ({ taken_stock, amount }) =>
      `took ${taken_stock} (bags or grams) from the stock, but the moves of the stock have ${amount}`,
    'Count what is there, and correct the stock on the page of the product.',
  ),
}
