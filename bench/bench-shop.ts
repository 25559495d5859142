import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Brand, CoffeeDetails, Product } from '#contract/catalogue.ts'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { ask, newToken, signUp } from '#test/harness/client.ts'
import type { Person } from '#test/harness/client.ts'
import { withCheapHashes } from '#test/processes/child-node.ts'
import { runOwnersCommand } from '#test/processes/run-command.ts'
import { runSql } from '#test/processes/run-sql.ts'
import { portugueseShop, post } from '#test/selling/portuguese-shop.ts'
import { fillShop } from './fill-shop.ts'
import { shopProgram, startProcess } from './processes.ts'
import type { BenchProcess } from './processes.ts'

/** A demo shop with many rows. It is not running: `inOpenShop` starts it. */
export type BenchShop = { env: Record<string, string> & { DATA_DIR: string }; people: Person[] }

/** A running shop with users who can make API calls for 15 minutes, and some rows of its catalogue. */
export type OpenShop = BenchProcess & {
  /** The resident memory two seconds after the start, before the first request, in MiB. */
  idleMb: number
  admins: Person[]
  /** Users who buy nothing. Their carts contain 20 lines each. */
  shoppers: Person[]
  /** Users whose carts are empty at first. They are so many that no cart reaches the maximum number of lines. */
  buyers: Person[]
  /** Users with real password hashes. The others have cheap ones, because there are so many. */
  withPassword: Person[]
  brand: Brand
  product: Product
  /** The canonical path of the page of a packet. */
  productPath: string
}

const [ADMINS, SHOPPERS] = [16, 1000]
/** The number of lines for which one more buyer is made. */
const LINES_PER_BUYER = 250
const MAX_BUYERS = 4000
const REST_MS = 2000
const AT_ONCE = 32

/**
 * Creates a demo shop with the users who make the API calls, and with `lines` lines (a line is a product in a cart or
 * an order). It shows its products to everyone.
 */
export async function makeShop(dataDir: string, lines: number): Promise<BenchShop> {
  const env = { DATA_DIR: dataDir, PORT: '0', DEMO: '1', TRUST_PROXY: '1' }
  const { url, close } = await startProcess([...withCheapHashes, ...shopProgram], env)
  const count = ADMINS + SHOPPERS + Math.min(MAX_BUYERS, Math.ceil(lines / LINES_PER_BUYER) + AT_ONCE)
  // Sign-ups are limited for each address.
  const signUpOne = (index: number) => signUp({ url }, index, `10.1.${index >> 8}.${index & 255}`)
  const people = await inBatches([...Array(count).keys()], signUpOne)
  await close()
  const [admins, withCart] = [people.slice(0, ADMINS), people.slice(ADMINS, ADMINS + SHOPPERS)]
  fillShop(dataDir, { lines, admins, withCart })
  const shop = { env, people }
  await saveSetting(shop, 'opening', { isOpen: true, productsFor: 'everyone' })
  await writeWords(shop)
  // Otherwise the system would write the new files to the disk during the first measurements.
  execFileSync('sync')
  return shop
}

/** Lets the shop write the words for the search of the dashboard, which it would otherwise do during the measurements. */
async function writeWords(shop: BenchShop): Promise<void> {
  const { close } = await startProcess(shopProgram, shop.env)
  while ((await runIn(shop, 'SELECT 1 FROM search_entries WHERE words IS NULL LIMIT 1')).length > 0)
    await sleep(1000)
  await close()
}

function runIn({ env }: BenchShop, statement: string): Promise<object[]> {
  return runSql({ dataDir: env.DATA_DIR }, statement)
}

async function saveSetting(shop: BenchShop, name: string, value: object): Promise<void> {
  const row = `'${name}', '${JSON.stringify(value).replaceAll("'", "''")}', ${Date.now()}`
  await runIn(shop, `INSERT OR REPLACE INTO shop_settings (name, value, changed_at) VALUES (${row})`)
}

/**
 * Turns a stopped demo shop into a real shop, whose customers choose an address and a delivery before they pay. A real
 * shop refuses to start while the admin of the demo shop is an admin, so that admin becomes a customer.
 */
export async function makeReal(shop: BenchShop): Promise<BenchShop> {
  const methods = [{ ...post, zones: post.zones.slice(1) }]
  await saveSetting(shop, 'selling', { ...DEFAULT_SELLING, methods, tax: portugueseShop.tax })
  await runIn(shop, `UPDATE users SET role = NULL WHERE email = '${demoAccounts.admin.email}'`)
  return { ...shop, env: { ...shop.env, DEMO: '0', PAYMENT_GATEWAY: 'instant-for-tests' } }
}

/** Moves a shop on SQLite to the empty PostgreSQL database at `url`. `folder` is for its files. */
export async function moveToPostgres(shop: BenchShop, folder: string, url: string): Promise<BenchShop> {
  const env = { ...shop.env, DATA_DIR: join(folder, 'on-postgres'), DATABASE_URL: url }
  const archive = join(folder, 'archive.db')
  for (const made of [
    await runOwnersCommand('backup', shop.env, [archive]),
    await runOwnersCommand('restore', env, [archive]),
  ])
    if (made.code !== 0) throw new Error(made.complained)
  return { ...shop, env }
}

/** Starts a shop, takes a measurement and stops the shop. */
export async function inOpenShop<T>(closed: BenchShop, measure: (shop: OpenShop) => Promise<T>): Promise<T> {
  const shop = await openShop(closed)
  return measure(shop).finally(shop.close)
}

async function openShop({ env, people }: BenchShop): Promise<OpenShop> {
  const process = await startProcess(shopProgram, env)
  await sleep(REST_MS)
  const idleMb = process.residentMb()
  const renew = async (person: Person) => ({ ...person, token: await newToken(process, person) })
  const callers = await inBatches(people, renew)
  const withPassword = await inBatches([1, 2, 3, 4], (index) =>
    signUp(process, Date.now() + index, `10.2.0.${index}`),
  )
  const [brand] = (await ask<Brand[]>(process, 'GET /api/allCoffee')).answer
  const details = await ask<CoffeeDetails>(process, `GET /api/coffeeDetails/${brand?._id}`)
  const [product] = details.answer.coffees
  const home = (await ask(process, 'GET /')).text
  const productPath = /href="(\/(?:bagDetails|coffee)\/[^"]+)"/.exec(home)?.[1] ?? ''
  if (!brand || !product || !productPath) throw new Error('The demo shop is empty.')
  const [admins, shoppers] = [callers.splice(0, ADMINS), callers.splice(0, SHOPPERS)]
  const others = { withPassword, brand, product, productPath }
  return { ...process, idleMb, admins, shoppers, buyers: callers, ...others }
}

/** Maps the elements of a list, some of them at a time. */
async function inBatches<A, B>(list: A[], map: (element: A) => Promise<B>): Promise<B[]> {
  const mapped: B[] = []
  for (let at = 0; at < list.length; at += AT_ONCE)
    mapped.push(...(await Promise.all(list.slice(at, at + AT_ONCE).map(map))))
  return mapped
}
