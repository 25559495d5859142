import type { Browser, Page } from '@playwright/test'
import type { RunningShop } from '../test/processes/running-shop.ts'
import { newAccount, signUp, test as peopleTest } from './people.ts'
import type { Person } from './people.ts'

export { expect } from './shop.ts'

/** Somebody in a browser of their own. */
export type Visitor = Person & { page: Page }

type Staff = {
  /** A new admin without any entries, signed in on `page`; what they put on the shelves goes with them. */
  admin: Person
  /** A new shopper, signed in in another browser. */
  customer: Visitor
}

/** Tests with those who run a shop. */
export const test = peopleTest.extend<Staff>({
  admin: async ({ page, shop, seller }, use) => {
    const admin = await signUp(page.request, shop.url, newAccount('Ada Byrne'))
    const id = await idOf(seller, admin)
    await seller.call('PUT /makeAdmin/{id}', { params: { id } })
    await use(admin)
    // Who was signed out or unmade by the test has put nothing there.
    await clearShelves(admin).catch(() => undefined)
    await seller.call('PUT /removeAdmin/{id}', { params: { id } })
  },
  customer: async ({ browser, shop }, use) => use(await visit(browser, shop)),
})

/** Somebody new, signed in in a browser of their own. */
async function visit(browser: Browser, { url }: Pick<RunningShop, 'url'>, name?: string): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  return { ...(await signUp(context.request, url, newAccount(name))), page }
}

/** The id under which the shop knows somebody. `asking` is an admin. */
export async function idOf(asking: Person, { email }: { email: string }): Promise<string> {
  const [user] = await asking.call('GET /allUser', { query: { email } })
  return user?._id ?? ''
}

async function clearShelves({ call, email }: Person): Promise<void> {
  const query = { email }
  for (const { _id: id } of await call('GET /personPacket', { query }))
    await call('DELETE /packet/{id}', { params: { id } })
  for (const { _id: id } of await call('GET /packetName', { query }))
    await call('DELETE /packetNameDelete/{id}', { params: { id } })
  for (const { _id: id } of await call('GET /personCoffee', { query }))
    await call('DELETE /brandDelete/{id}', { params: { id } })
}
