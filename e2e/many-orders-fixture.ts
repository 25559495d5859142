import { request as requests } from '@playwright/test'
import type { RunningShop } from '../test/processes/running-shop.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { newAccount, signIn, signUp } from './account-fixtures.ts'
import type { Person } from './account-fixtures.ts'
import { fillCart, sellCoffee } from './products.ts'
import { test as staffTest } from './admin-fixtures.ts'

export { expect } from './admin-fixtures.ts'

/**
 * Customers with many unpaid items in their carts. `each` is the number of items of one customer. The items have four
 * different prices and are newer than the orders of the demo shop.
 */
export type ManyOrders = { customers: Person[]; each: number }

const NAMES = ['Abe Stone', 'Mia Wolf', '=HYPERLINK("http://evil.example","Zed")']
const PRICES = ['3.00', '100.00', '20.50', '7.25']
const ROUNDS = 52

/**
 * The Playwright `test` function with a shop that has hundreds of items in carts. The items are created once
 * for all tests of a worker process.
 */
export const test = staffTest.extend<object, { manyOrders: ManyOrders }>({
  manyOrders: [async ({ shop }, use) => use(await orderMany(shop)), { scope: 'worker' }],
})

async function orderMany({ url }: RunningShop): Promise<ManyOrders> {
  const network = await requests.newContext()
  const seller = await signIn(network, url, demoAccounts.admin)
  const coffees = await Promise.all(
    PRICES.map((price, index) => sellCoffee(seller, { name: `Ledger ${index + 1}`, price, brand: 'Ledger' })),
  )
  const customers: Person[] = []
  for (const name of NAMES) customers.push(await signUp(await requests.newContext(), url, newAccount(name)))
  await Promise.all(
    customers.map(async (customer) => {
      for (let round = 0; round < ROUNDS; round += 1) await fillCart(customer, coffees)
    }),
  )
  for (const { remove } of coffees) await remove()
  return { customers, each: ROUNDS * PRICES.length }
}
