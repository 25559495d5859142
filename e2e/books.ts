import { request as requests } from '@playwright/test'
import type { RunningShop } from '../test/processes/running-shop.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { newAccount, signIn, signUp } from './people.ts'
import type { Person } from './people.ts'
import { fillCart, sellCoffee } from './products.ts'
import { test as staffTest } from './staff.ts'

export { expect } from './staff.ts'

/** Those who have ordered a lot, `each` unpaid products of four prices; the demo shop's own orders stand below theirs. */
export type Books = { regulars: Person[]; each: number }

const NAMES = ['Abe Stone', 'Mia Wolf', '=HYPERLINK("http://evil.example","Zed")']
const PRICES = ['3.00', '100.00', '20.50', '7.25']
const ROUNDS = 90

/** Tests in a shop with more than a thousand ordered products, written once for all tests of a worker. */
export const test = staffTest.extend<object, { books: Books }>({
  books: [async ({ shop }, use) => use(await fillBooks(shop)), { scope: 'worker' }],
})

async function fillBooks({ url }: RunningShop): Promise<Books> {
  const network = await requests.newContext()
  const seller = await signIn(network, url, demoAccounts.admin)
  const coffees = await Promise.all(
    PRICES.map((price, index) => sellCoffee(seller, { name: `Ledger ${index + 1}`, price, brand: 'Ledger' })),
  )
  const regulars: Person[] = []
  for (const name of NAMES) regulars.push(await signUp(await requests.newContext(), url, newAccount(name)))
  await Promise.all(
    regulars.map(async (regular) => {
      for (let round = 0; round < ROUNDS; round += 1) await fillCart(regular, coffees)
    }),
  )
  for (const { remove } of coffees) await remove()
  return { regulars, each: ROUNDS * PRICES.length }
}
