import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { runOwnersCommandHere } from '#test/commands.ts'
import { runOwnersCommand, settingsOf } from '#test/processes/run-command.ts'
import { buy, checkoutOf, orderOfId, orderToPayLater, storeCheckout } from '#test/orders/orders.ts'
import { enter, paymentRow } from '#test/rows.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import type { OrderRow } from '#server/tables.ts'

/** The name of the order into which faults are planted, and those of payments without an order. */
const ORDER = String.raw`Order \d+ \([\w -]+, Cora, \S+@\S+, \$6\.50\)`
const LOST = String.raw`Payment lost by stripe \([\w -]+, Cora, \S+@\S+, \$2\.50\)`

/** Each planted fault: SQL that plants it, SQL that takes it back, and what must be said about it. */
type Fault = [
  name: string,
  plant: (order: OrderRow) => string[],
  back: (order: OrderRow) => string[],
  said: string,
]

const set = (table: string, change: string, id: string) => [
  `UPDATE ${table} SET ${change} WHERE id = '${id}'`,
]
const setCheckout = (change: string) => [`UPDATE checkouts SET data = replace(data, ${change})`]
const setLines = (change: string, payment: string) => [
  `UPDATE cart_items SET ${change} WHERE payment_id = '${payment}'`,
]

const insertDiscount = (used: number) =>
  `INSERT INTO discounts (id, name, kind, value, is_first_order, used, created_at) VALUES ('d', 'Spring', 'percent', 10, 0, ${used}, 1)`
const insertUse = (payment: string, number: number | null) =>
  `INSERT INTO discount_uses (id, discount_id, payment_id, person, number, goods_cents, delivery_cents, created_at) VALUES ('u', 'd', '${payment}', 'p', ${number}, 0, 0, 1)`
const noDiscount = () => ['DELETE FROM discount_uses', 'DELETE FROM discounts']

const insertLot = (used: number, stock = 'NULL') =>
  `INSERT INTO lots SELECT 'l', id, '47', '2026-01-02', 100, 80, ${used}, 0, ${stock}, '', '', '', 'u', 'q', 1
   FROM products WHERE name = 'Lungo'`
const noLot = () => ['DELETE FROM lot_uses', 'DELETE FROM lots']

const faults: Fault[] = [
  [
    'a lot that counts what is not packed',
    () => [insertLot(80)],
    noLot,
    'Lot 47 counts 80 g as packed, but its orders have 0 g. .+',
  ],
  [
    'a lot that is not in the stock',
    () => [insertLot(0, `'s'`)],
    noLot,
    'Lot 47 has 80 g, but added 0 g to the stock. .+',
  ],
  [
    'a lot of an order that is not packed',
    ({ payment_id }) => [
      insertLot(80),
      `INSERT INTO lot_uses SELECT id, 'l', 80 FROM cart_items WHERE payment_id = '${payment_id}'`,
    ],
    noLot,
    `${ORDER} is paid, but lot 47 is still packed for it. .+`,
  ],
  [
    'a discount on the lines that was not given',
    ({ payment_id }) => setLines('discount_cents = 5', payment_id),
    ({ payment_id }) => setLines('discount_cents = 0', payment_id),
    String.raw`${ORDER} got \$0.00 off its coffees, but its lines have \$0.05. .+`,
  ],
  [
    'a discount on a line in a cart',
    () => [`UPDATE cart_items SET discount_cents = 5 WHERE id = 'stray'`],
    () => [`UPDATE cart_items SET discount_cents = 0 WHERE id = 'stray'`],
    'Line stray of Lungo has a discount without a payment. .+',
  ],
  [
    'a discount that counts too many uses',
    () => [insertDiscount(1)],
    noDiscount,
    'The discount Spring counts 1 uses, but has 0. .+',
  ],
  [
    'a failed payment that has used a discount',
    () => [insertDiscount(1), insertUse('lost', 1)],
    noDiscount,
    `${LOST} has failed, but its discount still counts as used. .+`,
  ],
  [
    'an order whose discount can be used again',
    ({ payment_id }) => [insertDiscount(0), insertUse(payment_id, null)],
    noDiscount,
    `${ORDER} has a discount, but this does not count as used. .+`,
  ],
  [
    'a payment without an order',
    () => set('payments', `status = 'succeeded', reference = 'pi_2'`, 'lost'),
    () => set('payments', `status = 'failed', reference = NULL`, 'lost'),
    `${LOST} succeeded, but there is no order for it. Place the order or refund the money on the payment desk.`,
  ],
  [
    'an order whose payment failed',
    ({ payment_id }) => set('payments', `status = 'failed'`, payment_id),
    ({ payment_id }) => set('payments', `status = 'succeeded'`, payment_id),
    `${ORDER} is paid, but its payment is failed. Send nothing before you know that it is paid. Look it up at Stripe.`,
  ],
  [
    'a cancelled order whose payment succeeded',
    ({ id, payment_id }) => [
      ...set('orders', `state = 'cancelled'`, id),
      ...setLines('payment = NULL', payment_id),
    ],
    ({ id, payment_id }) => [
      ...set('orders', `state = 'paid'`, id),
      ...setLines(`payment = 'OK'`, payment_id),
    ],
    `${ORDER} is cancelled, but its payment has not failed. If money has arrived, give it back. Look it up at Stripe.`,
  ],
  [
    'a waiting order whose payment succeeded',
    () => [`UPDATE payments SET status = 'succeeded', reference = 'marked by x' WHERE gateway = 'transfer'`],
    () => [`UPDATE payments SET status = 'pending', reference = NULL WHERE gateway = 'transfer'`],
    String.raw`Order \d+ \(.+, Cora, .+\) waits for its payment, but that is succeeded. If it is paid, it has to be sent. Look it up where you receive your money.`,
  ],
  [
    'a refund of a payment that does not exist',
    () => [`UPDATE refunds SET payment_id = 'gone'`],
    () => [`UPDATE refunds SET payment_id = 'lost'`],
    String.raw`Refund r \(1970-01-01, \$0.01\) is for payment gone, which does not exist. .+`,
  ],
  [
    'an order without lines',
    ({ id, payment_id }) =>
      setLines(`order_id = NULL, payment_id = NULL, payment = NULL, grind = '${id}'`, payment_id),
    ({ id, payment_id }) => [
      `UPDATE cart_items SET order_id = '${id}', payment_id = '${payment_id}', payment = 'OK', grind = NULL WHERE grind = '${id}'`,
    ],
    `${ORDER} has no lines. .+`,
  ],
  [
    'a line that belongs to another payment',
    ({ payment_id }) => setLines(`payment_id = 'lost', grind = '${payment_id}'`, payment_id),
    ({ payment_id }) => [
      `UPDATE cart_items SET payment_id = '${payment_id}', grind = NULL WHERE grind = '${payment_id}'`,
    ],
    `${ORDER} and its payment do not agree about the line .+ of Espresso. .+`,
  ],
  [
    'a line that left its order',
    ({ id, payment_id }) => setLines(`order_id = NULL, grind = '${id}'`, payment_id),
    ({ id, payment_id }) => setLines(`order_id = '${id}', grind = NULL`, payment_id),
    `${ORDER} and its payment do not agree about the line .+ of Espresso. .+`,
  ],
  [
    'an order without a number',
    ({ id }) => set('orders', 'number = NULL', id),
    ({ id, number }) => set('orders', `number = ${number}`, id),
    String.raw`Order \S{36} \(.+\) has no number. .+`,
  ],
  [
    'stock that was given back and never taken',
    ({ payment_id }) => [`UPDATE stock_moves SET payment_id = '${payment_id}' WHERE id = 'm1'`],
    () => [`UPDATE stock_moves SET payment_id = NULL WHERE id = 'm1'`],
    `${ORDER} has put 9 bags of Beans more into the stock than it took. .+`,
  ],
  [
    'bags of a paid order that never left the stock',
    () => [`DELETE FROM stock_moves WHERE kind = 'held'`, 'UPDATE stocks SET remaining = 10'],
    ({ payment_id }) => [
      `INSERT INTO stock_moves (id, stock_id, payment_id, kind, amount, created_at) VALUES ('m2', 's', '${payment_id}', 'held', -1, 1)`,
      'UPDATE stocks SET remaining = 9',
    ],
    String.raw`${ORDER} took 1 \(bags or grams\) from the stock, but the moves of the stock have 0. Count what is there, .+`,
  ],
  [
    'bags of a paid order that were put back',
    ({ payment_id }) => [
      `INSERT INTO stock_moves (id, stock_id, payment_id, kind, amount, created_at) VALUES ('m3', 's', '${payment_id}', 'returned', 1, 1)`,
      'UPDATE stocks SET remaining = 10',
    ],
    () => [`DELETE FROM stock_moves WHERE id = 'm3'`, 'UPDATE stocks SET remaining = 9'],
    `${ORDER} was not cancelled, but 1 bags of Beans were put back. Count what is there, .+`,
  ],
  [
    'a paid line without an order',
    () => set('cart_items', `payment = 'OK', payment_id = 'nothing'`, 'stray'),
    () => set('cart_items', `payment = NULL, payment_id = NULL`, 'stray'),
    String.raw`Line stray of Lungo \(1970-01-01, Cora, c@d.example, \$0.01\) is paid, but belongs to no order. .+`,
  ],
  [
    'a line held by a failed payment',
    () => set('cart_items', `payment_id = 'lost'`, 'stray'),
    () => set('cart_items', `payment_id = NULL`, 'stray'),
    String.raw`Line stray of Lungo \(.+\) is held by payment lost, which has failed, so that it can be neither paid nor removed. .+`,
  ],
  [
    'an unpaid line in a paid order',
    ({ payment_id }) => setLines('payment = NULL', payment_id),
    ({ payment_id }) => setLines(`payment = 'OK'`, payment_id),
    `${ORDER} is paid, but its line .+ of Espresso is not paid. .+`,
  ],
  [
    'a total that is not the sum of lines and delivery',
    ({ payment_id }) => setLines('price_cents = price_cents - 1', payment_id),
    ({ payment_id }) => setLines('price_cents = price_cents + 1', payment_id),
    String.raw`${ORDER} has the total \$6\.50, but its lines and its delivery cost \$2\.49 and \$4\.00. .+`,
  ],
  [
    'a total that is not the sum of the lines of an order without a checkout',
    ({ number }) => [`UPDATE orders SET total_cents = total_cents + 1 WHERE number = ${number - 1}`],
    ({ number }) => [`UPDATE orders SET total_cents = total_cents - 1 WHERE number = ${number - 1}`],
    String.raw`Order \d+ \(.+\$10\.06\) has lines for \$10\.05. .+`,
  ],
  [
    'a total that was not paid',
    ({ payment_id }) => set('payments', 'amount_cents = 1', payment_id),
    ({ payment_id }) => set('payments', 'amount_cents = 650', payment_id),
    String.raw`${ORDER} has the total \$6\.50, but its payment is over \$0\.01. .+`,
  ],
  [
    'a changed agreed total',
    () => setCheckout(`'"total":650', '"total":660'`),
    () => setCheckout(`'"total":660', '"total":650'`),
    String.raw`${ORDER} was paid with \$6\.50, but agreed were \$2\.50 and \$4\.00 for the delivery, together \$6\.60. .+`,
  ],
  [
    'a changed tax',
    () => setCheckout(`'"net":528,"tax":122', '"net":529,"tax":121'`),
    () => setCheckout(`'"net":529,"tax":121', '"net":528,"tax":122'`),
    String.raw`${ORDER} has \$1\.21 tax at 23 % in \$6\.50. .+`,
  ],
  [
    'tax of another total',
    () => setCheckout(`'"net":528,"tax":122', '"net":0,"tax":0'`),
    () => setCheckout(`'"net":0,"tax":0', '"net":528,"tax":122'`),
    String.raw`${ORDER} has tax for \$0\.00 instead of its total. .+`,
  ],
  [
    'a checkout in another currency',
    () => setCheckout(`'"currency":"USD"', '"currency":"EUR"'`),
    () => setCheckout(`'"currency":"EUR"', '"currency":"USD"'`),
    `${ORDER} was agreed in EUR, not in USD. .+`,
  ],
  [
    'a deleted checkout of a free delivery',
    () => [`UPDATE checkouts SET payment_id = 'x' || payment_id`],
    () => [`UPDATE checkouts SET payment_id = substr(payment_id, 2)`],
    `${ORDER} has lost what the customer agreed to: address, delivery and tax. .+`,
  ],
  [
    'refunds above the amount',
    ({ payment_id }) => [
      `UPDATE refunds SET payment_id = '${payment_id}', amount_cents = 651, status = 'pending', created_at = ${Date.now()}`,
    ],
    () => [`UPDATE refunds SET payment_id = 'lost', amount_cents = 1, status = 'failed', created_at = 1`],
    String.raw`${ORDER} was paid with \$6\.50, but \$6\.51 were refunded. .+`,
  ],
  [
    'a refund of a negative amount',
    () => ['UPDATE refunds SET amount_cents = -500'],
    () => ['UPDATE refunds SET amount_cents = 1'],
    String.raw`${LOST} has a refund of -\$5\.00. .+`,
  ],
  [
    'a refund that has been pending for a year',
    () => [`UPDATE refunds SET status = 'pending'`],
    () => [`UPDATE refunds SET status = 'failed'`],
    String.raw`${LOST} has a refund of \$0\.01 that has been pending since 1970-01-01. .+ Look it up at Stripe.`,
  ],
  [
    'a payment that has been pending for a year',
    () => set('payments', `status = 'pending', created_at = 1`, 'lost'),
    () => set('payments', `status = 'failed', created_at = ${Date.now()}`, 'lost'),
    String.raw`Payment lost by stripe \(1970-01-01, .+\) has been pending since 1970-01-01. .+`,
  ],
  [
    'money that arrived late and was not refunded',
    () => [
      ...set('payments', `reference = 'pi_3'`, 'lost'),
      `UPDATE refunds SET amount_cents = 100, status = 'succeeded'`,
    ],
    () => [
      ...set('payments', 'reference = NULL', 'lost'),
      `UPDATE refunds SET amount_cents = 1, status = 'failed'`,
    ],
    String.raw`${LOST} has failed, but its \$2\.50 arrived, and only \$1\.00 were refunded. .+`,
  ],
  [
    'an order that is refunded without a refund',
    ({ id }) => set('orders', `state = 'refunded'`, id),
    ({ id }) => set('orders', `state = 'paid'`, id),
    String.raw`${ORDER} is refunded, but \$0\.00 of its \$6\.50 were refunded. .+`,
  ],
  [
    'two payments with one reference',
    () => set('payments', `reference = 'pi_1'`, 'lost'),
    () => set('payments', `reference = NULL`, 'lost'),
    `${ORDER} has the reference pi_1, and another payment has it, too. .+`,
  ],
  [
    'a payment without a reference',
    ({ payment_id }) => set('payments', 'reference = NULL', payment_id),
    ({ payment_id }) => set('payments', `reference = 'pi_1'`, payment_id),
    `${ORDER} is paid, but without a reference of the gateway. .+`,
  ],
  [
    'a changed gateway',
    ({ payment_id }) => set('payments', `gateway = 'instant'`, payment_id),
    ({ payment_id }) => set('payments', `gateway = 'stripe'`, payment_id),
    `${ORDER} is a payment by instant, but its reference is one of stripe. .+`,
  ],
  [
    'a changed gateway of an order that waits',
    () => [`UPDATE payments SET gateway = 'stripe' WHERE gateway = 'transfer'`],
    () => [`UPDATE payments SET gateway = 'transfer' WHERE gateway = 'stripe' AND status = 'pending'`],
    String.raw`Order \d+ \(.+\) is waiting, but is paid by stripe. .+`,
  ],
  [
    'an order given to another customer',
    ({ id }) => set('orders', `user_id = 'dan'`, id),
    ({ id, user_id }) => set('orders', `user_id = '${user_id}'`, id),
    `${ORDER} belongs to another customer than its payment or its lines. .+`,
  ],
  [
    'an order under another name',
    ({ id }) => set('orders', `customer = 'Dan'`, id),
    ({ id }) => set('orders', `customer = 'Cora'`, id),
    String.raw`Order \d+ \(.+, Dan, .+\) belongs to another customer than its payment or its lines. .+`,
  ],
  [
    'a deleted confirmation',
    ({ id }) => [
      `UPDATE outbox SET data = 'x' || data WHERE template = 'order-confirmation' AND data LIKE '%${id}%'`,
    ],
    ({ id }) => [
      `UPDATE outbox SET data = substr(data, 2) WHERE template = 'order-confirmation' AND data LIKE '%${id}%'`,
    ],
    `${ORDER} has no mail that confirms it to the customer. Write to the customer that the order was received.`,
  ],
  [
    'two deleted mails about an order between two others',
    ({ id }) => [`UPDATE outbox SET data = 'x' || data WHERE data LIKE '%${id}%'`],
    ({ id }) => [`UPDATE outbox SET data = substr(data, 2) WHERE data LIKE '%${id}%'`],
    `${ORDER} has no mail that confirms it to the customer. .+`,
  ],
  [
    'a gap in the numbers',
    ({ id, number }) => set('orders', `number = ${number + 5}`, id),
    ({ id, number }) => set('orders', `number = ${number}`, id),
    String.raw`${ORDER} comes after order \d+, and there is none between them. .+`,
  ],
  [
    'a counter that is not at the last number',
    () => ['UPDATE counters SET value = value + 7'],
    () => ['UPDATE counters SET value = value - 7'],
    String.raw`The last order number is \d+, but the counter is at \d+. Is an order missing\? .+`,
  ],
  [
    'a number that exists twice',
    ({ id, number }) => ['DROP INDEX orders_number', ...set('orders', `number = ${number - 1}`, id)],
    ({ id, number }) => [
      ...set('orders', `number = ${number}`, id),
      'CREATE UNIQUE INDEX orders_number ON orders (number)',
    ],
    String.raw`Order \d+ \(.+\) has a number that exists twice. .+`,
  ],
  [
    'a stock that is not the sum of its moves',
    () => ['UPDATE stocks SET remaining = 8'],
    () => ['UPDATE stocks SET remaining = 9'],
    'The stock of Beans is 8 bags, but its moves add up to 9. Count what is there. .+',
  ],
  [
    'stock that a failed payment still holds',
    () => [
      `UPDATE stock_moves SET payment_id = 'lost' WHERE kind = 'held'`,
      'UPDATE payments SET taken_stock = NULL WHERE taken_stock = 1',
    ],
    ({ payment_id }) => [
      `UPDATE stock_moves SET payment_id = '${payment_id}' WHERE kind = 'held'`,
      ...set('payments', 'taken_stock = 1', payment_id),
    ],
    `${LOST} has failed, but still holds 1 bags of Beans. Add them to the stock on the page of the product.`,
  ],
]

describe.each(stores)('verify-books on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  let cora: TestPerson
  let order: OrderRow
  beforeAll(async () => {
    cora = await shop.person('Cora')
    await orderToPayLater(shop.database, cora, shop.shelves.lungo)
    await buy(cora, shop.shelves.lungo)
    order = await orderOfId(shop.database, await buy(cora, shop.shelves.espresso))
    const tax = [{ rate: 2300, net: 528, tax: 122 }]
    await storeCheckout(shop.database, order.id, checkoutOf({ deliveryPrice: 400, total: 650, tax }))
    const { payment_id } = order
    const lost = paymentRow({ id: 'lost', user_id: cora.userId, gateway: 'stripe', status: 'failed' })
    await enter(shop.database, { payments: [lost] })
    await buy(cora, shop.shelves.lungo)
    await run([
      ...set('orders', 'total_cents = 650', order.id),
      ...set(
        'payments',
        `amount_cents = 650, gateway = 'stripe', reference = 'pi_1', has_checkout = 1, taken_stock = 1`,
        payment_id,
      ),
      `INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img, price_cents, rating, created_at)
       VALUES ('stray', 'cora', 'c@d.example', 'Cora', 'p', 'Lungo', '', 1, 4, 1)`,
      `INSERT INTO refunds (id, payment_id, amount_cents, status, created_at) VALUES ('r', 'lost', 1, 'failed', 1)`,
      `INSERT INTO stocks (id, name, unit, remaining, created_at) VALUES ('s', 'Beans', 'bags', 9, 1)`,
      `INSERT INTO stock_moves (id, stock_id, payment_id, kind, amount, created_at)
       VALUES ('m1', 's', NULL, 'set', 10, 1), ('m2', 's', '${payment_id}', 'held', -1, 1)`,
    ])
  })

  const run = async (statements: string[]) => {
    for (const statement of statements) await shop.database.write(({ tx }) => sql.raw(statement).execute(tx))
  }
  const verify = () => readSnapshot(shop.store, verifyBooks)

  test('finds nothing in books that are in order, and says so', async () => {
    expect(await verify()).toEqual([])
    expect(await runOwnersCommand('verify-books', settingsOf(shop.store), [])).toEqual({
      code: 0,
      said: 'The books are in order.\n',
      complained: '',
    })
  })

  test.each(faults)('finds %s', async (...[, plant, back, said]) => {
    await run(plant(order))
    const found = await verify()
    await run(back(order))
    const pattern = new RegExp(`^${said}$`)
    expect(found.filter((fault) => pattern.test(fault)).length, found.join('\n')).toBe(1)
    expect(await verify()).toEqual([])
  })

  test('exits with code 1 and prints what is wrong', async () => {
    await run(['UPDATE counters SET value = value + 7'])
    const outcome = await runOwnersCommandHere('verify-books', shop.store, [])
    await run(['UPDATE counters SET value = value - 7'])
    expect(outcome).toMatchObject({ code: 1, said: '' })
    expect(outcome.complained).toMatch(/^The last order number is .+\n1 found in all\.\n$/)
  })

  test('reads one snapshot, whatever is written at the same time, and can write nothing', async () => {
    await readSnapshot(shop.store, async (query) => {
      const before = await query('SELECT count(*) AS orders FROM orders')
      await buy(cora, shop.shelves.lungo)
      expect(await query('SELECT count(*) AS orders FROM orders')).toEqual(before)
      await expect(query('DELETE FROM orders')).rejects.toThrow(/read-?only/)
    })
    expect(await verify()).toEqual([])
  })
})
