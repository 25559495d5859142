import type { APIRequestContext, Page } from '@playwright/test'
import { newAccount, signUp, test as peopleTest } from './account-fixtures.ts'
import type { Person } from './account-fixtures.ts'

export { expect } from './shop-fixture.ts'

type AdminFixtures = {
  /** A new admin without any entries, signed in on `page`. Their entries are deleted after the test. */
  admin: Person
  /** A new shopper without a page. */
  customer: Person
  /** A page in another browser context, in which the customer is signed in. */
  customerPage: Page
  /** The customer, and the cookies of their session. */
  customerSession: { person: Person; network: APIRequestContext }
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
  customerSession: async ({ playwright, shop }, use) => {
    const network = await playwright.request.newContext()
    await use({ person: await signUp(network, shop.url), network })
    await network.dispose()
  },
  customer: async ({ customerSession }, use) => use(customerSession.person),
  customerPage: async ({ browser, shop, customerSession }, use) => {
    const storageState = await customerSession.network.storageState()
    const page = await browser.newPage({ baseURL: shop.url, storageState })
    await use(page)
    await page.close()
  },
})

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
