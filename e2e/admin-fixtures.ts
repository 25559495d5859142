import type { Browser, Page } from '@playwright/test'
import type { RunningShop } from '../test/processes/running-shop.ts'
import { newAccount, signUp, test as peopleTest } from './account-fixtures.ts'
import type { Person } from './account-fixtures.ts'

export { expect } from './shop-fixture.ts'

/** A signed-in person with a page in a separate browser context. */
export type Visitor = Person & { page: Page }

type AdminFixtures = {
  /** A new admin without any entries, signed in on `page`. Their entries are deleted after the test. */
  admin: Person
  /** A new shopper, signed in in another browser context. */
  customer: Visitor
}

/** Tests with an admin and a customer. */
export const test = peopleTest.extend<AdminFixtures>({
  admin: async ({ page, shop, seller }, use) => {
    const admin = await signUp(page.request, shop.url, newAccount('Ada Byrne'))
    const id = await idOf(seller, admin)
    await seller.call('PUT /makeAdmin/{id}', { params: { id } })
    await use(admin)
    // Fails if the test signed the admin out or took the role away. Such tests add no entries.
    await deleteEntries(admin).catch(() => undefined)
    await seller.call('PUT /removeAdmin/{id}', { params: { id } })
  },
  customer: async ({ browser, shop }, use) => use(await visit(browser, shop)),
})

/** Signs up a new person in a new browser context. */
async function visit(browser: Browser, { url }: Pick<RunningShop, 'url'>, name?: string): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  return { ...(await signUp(context.request, url, newAccount(name))), page }
}

/** Returns the id of the user with this e-mail address. `asking` is an admin. */
export async function idOf(asking: Person, { email }: { email: string }): Promise<string> {
  const [user] = await asking.call('GET /allUser', { query: { email } })
  return user?._id ?? ''
}

async function deleteEntries({ call, email }: Person): Promise<void> {
  const query = { email }
  for (const { _id: id } of await call('GET /personPacket', { query }))
    await call('DELETE /packet/{id}', { params: { id } })
  for (const { _id: id } of await call('GET /packetName', { query }))
    await call('DELETE /packetNameDelete/{id}', { params: { id } })
  for (const { _id: id } of await call('GET /personCoffee', { query }))
    await call('DELETE /brandDelete/{id}', { params: { id } })
}
