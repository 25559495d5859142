import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { runOwnersCommand, runOwnersCommandHere } from '#test/commands.ts'
import { buy, checkoutOf, orderOfId, orderToPayLater, storeCheckout } from '#test/orders/orders.ts'
import { paymentRow } from '#test/rows.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { readSnapshot } from '#server/books/snapshot.ts'
import { verifyBooks } from '#server/books/verify-books.ts'
import type { OrderRow } from '#server/tables.ts'

/** Each planted fault: SQL that plants it, SQL that takes it back, and the sentence that must be said about it. */
type Fault = [
  name: string,
  plant: (order: OrderRow) => string[],
  back: (order: OrderRow) => string[],
  said: RegExp,
]

const set = (table: string, change: string, id: string) => [
  `UPDATE ${table} SET ${change} WHERE id = '${id}'`,
]

const faults: Fault[] = [
  [
    'a payment without an order',
    () => [`UPDATE payments SET status = 'succeeded' WHERE id = 'lost'`],
    () => [`UPDATE payments SET status = 'failed' WHERE id = 'lost'`],
    /^Payment lost succeeded, but there is no order for it\.$/,
  ],
  [
    'an order whose payment failed',
    ({ payment_id }) => set('payments', `status = 'failed'`, payment_id),
    ({ payment_id }) => set('payments', `status = 'succeeded'`, payment_id),
    /^Order \d+ is paid, but its payment is failed\.$/,
  ],
  [
    'a cancelled order whose payment succeeded',
    ({ id, payment_id }) => [
      ...set('orders', `state = 'cancelled'`, id),
      `UPDATE cart_items SET payment = NULL WHERE payment_id = '${payment_id}'`,
    ],
    ({ id, payment_id }) => [
      ...set('orders', `state = 'paid'`, id),
      `UPDATE cart_items SET payment = 'OK' WHERE payment_id = '${payment_id}'`,
    ],
    /^Order \d+ is cancelled, but its payment has not failed\.$/,
  ],
  [
    'a waiting order whose payment succeeded',
    () => [`UPDATE payments SET status = 'succeeded' WHERE gateway = 'later'`],
    () => [`UPDATE payments SET status = 'pending' WHERE gateway = 'later'`],
    /^Order \d+ waits for its payment, but that is succeeded\.$/,
  ],
  [
    'a refund of a payment that does not exist',
    () => [`UPDATE refunds SET payment_id = 'gone'`],
    () => [`UPDATE refunds SET payment_id = 'lost'`],
    /^Refund r is for payment gone, which does not exist\.$/,
  ],
  [
    'an order without lines',
    ({ id, payment_id }) => [
      `UPDATE cart_items SET order_id = NULL, payment_id = NULL, grind = '${id}' WHERE payment_id = '${payment_id}'`,
    ],
    ({ id, payment_id }) => [
      `UPDATE cart_items SET order_id = '${id}', payment_id = '${payment_id}', grind = NULL WHERE grind = '${id}'`,
    ],
    /^Order \d+ has no lines\.$/,
  ],
  [
    'an order without a number',
    ({ id }) => set('orders', 'number = NULL', id),
    ({ id, number }) => set('orders', `number = ${number}`, id),
    /^Order .+ has no number\.$/,
  ],
  [
    'stock that was given back and never taken',
    ({ payment_id }) => [`UPDATE stock_moves SET payment_id = '${payment_id}' WHERE id = 'm1'`],
    () => [`UPDATE stock_moves SET payment_id = NULL WHERE id = 'm1'`],
    /^Payment .+ has put 9 more into the stock of Beans than it took\.$/,
  ],
  [
    'a paid line without an order',
    () => [`UPDATE cart_items SET payment = 'OK' WHERE id = 'stray'`],
    () => [`UPDATE cart_items SET payment = NULL WHERE id = 'stray'`],
    /^Line stray is paid, but belongs to no order\.$/,
  ],
  [
    'an unpaid line in a paid order',
    ({ payment_id }) => [`UPDATE cart_items SET payment = NULL WHERE payment_id = '${payment_id}'`],
    ({ payment_id }) => [`UPDATE cart_items SET payment = 'OK' WHERE payment_id = '${payment_id}'`],
    /^Order \d+ is paid, but its line .+ is not paid\.$/,
  ],
  [
    'a total that is not the sum of lines and delivery',
    ({ id, payment_id }) => [
      ...set('orders', 'total_cents = total_cents + 1', id),
      ...set('payments', 'amount_cents = amount_cents + 1', payment_id),
    ],
    ({ id, payment_id }) => [
      ...set('orders', 'total_cents = total_cents - 1', id),
      ...set('payments', 'amount_cents = amount_cents - 1', payment_id),
    ],
    /^Order \d+ has the total \$6\.51, but its lines and its delivery cost \$2\.50 and \$4\.00\.$/,
  ],
  [
    'a total that was not paid',
    ({ payment_id }) => set('payments', 'amount_cents = 1', payment_id),
    ({ payment_id }) => set('payments', 'amount_cents = 650', payment_id),
    /^Order \d+ has the total \$6\.50, but its payment is over \$0\.01\.$/,
  ],
  [
    'refunds above the amount',
    ({ payment_id }) => [
      `UPDATE refunds SET payment_id = '${payment_id}', amount_cents = 651, status = 'pending'`,
    ],
    () => [`UPDATE refunds SET payment_id = 'lost', amount_cents = 1, status = 'failed'`],
    /^Payment .+ is over \$6\.50, but \$6\.51 of it were refunded\.$/,
  ],
  [
    'money that arrived late and was not refunded',
    () => [
      ...set('payments', `reference = 'ch_1'`, 'lost'),
      `UPDATE refunds SET amount_cents = 100, status = 'succeeded'`,
    ],
    () => [
      ...set('payments', 'reference = NULL', 'lost'),
      `UPDATE refunds SET amount_cents = 1, status = 'failed'`,
    ],
    /^Payment lost has failed, but its \$2\.50 arrived, and only \$1\.00 were refunded\.$/,
  ],
  [
    'an order that is refunded without a refund',
    ({ id }) => set('orders', `state = 'refunded'`, id),
    ({ id }) => set('orders', `state = 'paid'`, id),
    /^Order \d+ is refunded, but \$0\.00 of its \$6\.50 were refunded\.$/,
  ],
  [
    'a gap in the numbers',
    ({ id, number }) => set('orders', `number = ${number + 5}`, id),
    ({ id, number }) => set('orders', `number = ${number}`, id),
    /^There is no order number between \d+ and \d+\.$/,
  ],
  [
    'a counter that is not at the last number',
    () => [`UPDATE counters SET value = value + 7`],
    () => [`UPDATE counters SET value = value - 7`],
    /^The last order number is \d+, but the counter is at \d+\.$/,
  ],
  [
    'a number that exists twice',
    ({ id, number }) => ['DROP INDEX orders_number', ...set('orders', `number = ${number - 1}`, id)],
    ({ id, number }) => [
      ...set('orders', `number = ${number}`, id),
      'CREATE UNIQUE INDEX orders_number ON orders (number)',
    ],
    /^The order number \d+ exists twice\.$/,
  ],
  [
    'a stock that is not the sum of its moves',
    () => ['UPDATE stocks SET remaining = 8'],
    () => ['UPDATE stocks SET remaining = 9'],
    /^The stock of Beans is 8 bags, but its moves add up to 9\.$/,
  ],
  [
    'stock that a failed payment still holds',
    () => [`UPDATE stock_moves SET payment_id = 'lost' WHERE kind = 'held'`],
    ({ payment_id }) => [`UPDATE stock_moves SET payment_id = '${payment_id}' WHERE kind = 'held'`],
    /^Payment lost has failed, but still holds 1 of the stock of Beans\.$/,
  ],
]

describe.each(stores)('verify-books on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  let order: OrderRow
  beforeAll(async () => {
    cora = await shop.person('Cora')
    await buy(cora, shop.shelves.lungo)
    await orderToPayLater(shop.database, cora, shop.shelves.lungo)
    order = await orderOfId(shop.database, await buy(cora, shop.shelves.espresso))
    await storeCheckout(shop.database, order.id, checkoutOf({ deliveryPrice: 400 }))
    const { payment_id } = order
    await shop.database.write(async ({ tx }) => {
      await tx
        .insertInto('payments')
        .values(paymentRow({ id: 'lost', status: 'failed' }))
        .execute()
    })
    await run([
      ...set('orders', 'total_cents = 650', order.id),
      ...set('payments', 'amount_cents = 650', payment_id),
      `INSERT INTO cart_items (id, user_id, email, customer, product_id, product_name, img, price_cents, rating, created_at, payment_id)
       VALUES ('stray', 'cora', 'c@d.example', 'Cora', 'p', 'Lungo', '', 1, 4, 1, 'nothing')`,
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
    expect(await runOwnersCommand('verify-books', shop.store, [])).toEqual({
      code: 0,
      said: 'The books are in order.\n',
      complained: '',
    })
  })

  test.each(faults)('finds %s', async (...[, plant, back, said]) => {
    await run(plant(order))
    const found = await verify()
    await run(back(order))
    expect(found.filter((fault) => said.test(fault))).toHaveLength(1)
    expect(await verify()).toEqual([])
  })

  test('exits with code 1 and prints what is wrong', async () => {
    await run([`UPDATE payments SET status = 'succeeded' WHERE id = 'lost'`])
    const outcome = await runOwnersCommandHere('verify-books', shop.store, [])
    await run([`UPDATE payments SET status = 'failed' WHERE id = 'lost'`])
    expect(outcome).toEqual({
      code: 1,
      said: '',
      complained: 'Payment lost succeeded, but there is no order for it.\n1 found in all.\n',
    })
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
