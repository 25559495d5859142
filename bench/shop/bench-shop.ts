import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Brand, CoffeeDetails, Product } from '#contract/catalogue.ts'
import type { ShopOpening } from '#contract/shop/profile.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { createAccessTokens } from '#server/identity/access-token.ts'
import { newId } from '#server/platform/clock.ts'
import { signIn } from '#test/attacks/client.ts'
import { shopProgram, startProcess } from '../processes.ts'
import type { BenchProcess } from '../processes.ts'
import { fillShop } from './fill-shop.ts'
import type { Account } from './fill-shop.ts'

/** A demo shop with many rows. It is not running: `inOpenShop` starts it. */
export type BenchShop = {
  env: { DATA_DIR: string; PORT: string; DEMO: string; DATABASE_URL?: string }
  accounts: Account[]
}

/** A user with an access token for API calls. The token is valid for 15 minutes. */
export type Caller = Account & { authorization: string }

/** A running shop with users who can make API calls, and some rows of its catalogue. */
export type OpenShop = BenchProcess & {
  origin: string
  /** The resident memory two seconds after the start, before the first request, in MiB. */
  idleMb: number
  admins: Caller[]
  /** Users who buy nothing. Their carts contain 20 lines each. */
  shoppers: Caller[]
  /** Users whose carts are empty at first. They are so many that no cart reaches the maximum number of lines. */
  buyers: Caller[]
  brand: Brand
  product: Product
  packetId: string
  /** The request headers of a browser in which the demo shop's admin is signed in. */
  session: { origin: string; cookie: string }
  /** Sends a GET request for a path of the API as an admin, and returns the response body. */
  read: <T>(path: string) => Promise<T>
}

const [ADMINS, SHOPPERS, BUYERS] = [16, 1000, 4000]
const REST_MS = 2000
const MOST_MS_TO_DISK = 30_000

/**
 * Creates a demo shop with the users who make the API calls, and with `lines` lines (a line is a product in a cart or
 * an order). It also has about `lines / 10` further users and about `lines / 10` deleted products. It shows its products
 * to everyone.
 */
export async function makeShop(dataDir: string, lines: number): Promise<BenchShop> {
  const env = { DATA_DIR: dataDir, PORT: '0', DEMO: '1' }
  await (await startProcess(shopProgram, { env })).close()
  const accounts = Array.from({ length: ADMINS + SHOPPERS + BUYERS }, (_, index): Account => {
    const role = index < ADMINS ? 'Admin' : null
    return { id: newId(), email: `load${index}@example.com`, name: 'Load', role }
  })
  fillShop(dataDir, { lines, accounts, withCart: accounts.slice(ADMINS, -BUYERS) })
  showProducts(dataDir)
  // Writes the new files to the disk now. Otherwise the system would write them during the first measurements. Does
  // nothing where `sync` has no option `-f`.
  spawnSync('sync', ['-f', dataDir], { timeout: MOST_MS_TO_DISK })
  return { env, accounts }
}

function showProducts(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'crema.db'))
  const opening: ShopOpening = { isOpen: true, productsFor: 'everyone' }
  database
    .prepare('INSERT OR REPLACE INTO shop_settings (name, value, changed_at) VALUES (?, ?, ?)')
    .run('opening', JSON.stringify(opening), Date.now())
  database.close()
}

/**
 * Starts a shop, takes a measurement and stops the shop. `preload` is a module that the shop's process loads before its
 * own program. With `preload`, the measurement can also exchange messages with that process.
 */
export async function inOpenShop<T>(
  closed: BenchShop,
  measure: (shop: OpenShop) => Promise<T>,
  preload?: string,
): Promise<T> {
  const shop = await openShop(closed, preload)
  return measure(shop).finally(shop.close)
}

async function openShop({ env, accounts }: BenchShop, preload: string | undefined): Promise<OpenShop> {
  const program = preload ? ['--import', preload, ...shopProgram] : shopProgram
  const process = await startProcess(program, { env, hasChannel: preload !== undefined })
  await sleep(REST_MS)
  const idleMb = process.residentMb()
  const origin = `http://127.0.0.1:${process.port}`
  const { cookie, token } = await signIn({ url: origin }, demoAccounts.admin)
  const headers = { authorization: `Bearer ${token}` }
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${origin}/api${path}`, { headers })
    if (!response.ok) throw new Error(`${path} responded with ${response.status}.`)
    // The cast is safe if the caller sets `T` to the type that the contract gives for the response of the path.
    return (await response.json()) as T
  }
  const [[brand], [packet]] = [await read<Brand[]>('/allCoffee'), await read<Brand[]>('/allPacket')]
  const product = brand && (await read<CoffeeDetails>(`/coffeeDetails/${brand._id}`)).coffees[0]
  if (!product || !packet) throw new Error('The demo shop is empty.')
  const data = { brand, product, packetId: packet._id, session: { origin, cookie }, read }
  const callers = await withTokens(env.DATA_DIR, accounts)
  const [admins, shoppers] = [callers.splice(0, ADMINS), callers.splice(0, SHOPPERS)]
  return { ...process, origin, idleMb, admins, shoppers, buyers: callers, ...data }
}

/**
 * Gives each account an access token. The tokens are signed here with the shop's key, because signing in so many users
 * would take minutes.
 */
async function withTokens(dataDir: string, accounts: Account[]): Promise<Caller[]> {
  const { tokenKey }: { tokenKey: string } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'))
  const { sign } = createAccessTokens({
    readKeys: async () => ({ current: tokenKey, accepted: [tokenKey] }),
  })
  const tokenOf = ({ id, email }: Account) => sign({ subject: id, sessionId: id, email })
  return Promise.all(
    accounts.map(async (account) => ({ ...account, authorization: `Bearer ${await tokenOf(account)}` })),
  )
}
