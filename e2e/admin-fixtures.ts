import type { APIRequestContext, Page } from '@playwright/test'
import { newAccount, signUp, test as peopleTest } from './account-fixtures.ts'
import type { Person } from './account-fixtures.ts'

export { expect } from './shop-fixture.ts'

type AdminFixtures = {
  /** A new admin, signed in on `page`. The brands and products that the admin adds are deleted after the test. */
  admin: Person
  /** A new shopper, who is signed in on `customerPage` and not on `page`. */
  customer: Person
  /** A page on which `customer` is signed in. The page has a browser context of its own. */
  customerPage: Page
  /** `person` is the customer. `network` is Playwright's API client with the customer's session cookie. */
  customerSession: { person: Person; network: APIRequestContext }
}

/** The Playwright `test` function with a new admin and a new customer. */
export const test = peopleTest.extend<AdminFixtures>({
  admin: async ({ page, shop, seller }, use) => {
    const admin = await signUp(page.request, shop.url, newAccount('Ada Byrne'))
    const id = await idOf(seller, admin)
    await seller.call('PUT /makeAdmin/{id}', { params: { id } })
    await use(admin)
    // The requests fail if the test has signed the admin out or taken the role of admin away. Such tests add no brands
    // or products, so nothing has to be deleted.
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

/**
 * Returns the id of the user with this email address, or an empty text if there is none. `asking` is the admin who
 * sends the request.
 */
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
