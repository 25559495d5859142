import { request as requests } from '@playwright/test'
import type { Page } from '@playwright/test'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { lisbonAddress, portugueseShop } from '../../test/selling/portuguese-shop.ts'
import { newAccount, signIn, signUp } from '../account-fixtures.ts'
import type { Account, Person } from '../account-fixtures.ts'
import { idOf } from '../admin-fixtures.ts'

export const ownerAccount = newAccount('Olga Dias')

/**
 * Signs up `ownerAccount` in the demo shop at `url`, and makes it the only admin. The shop then sells as one does that was
 * never set up, without delivery methods.
 */
export async function makeOwner(url: string): Promise<void> {
  const [demoNetwork, ownerNetwork] = await Promise.all([requests.newContext(), requests.newContext()])
  const demoAdmin = await signIn(demoNetwork, url, demoAccounts.admin)
  await signUp(ownerNetwork, url, ownerAccount)
  const idsOf = async (account: Account) => ({ params: { id: await idOf(demoAdmin, account) } })
  await demoAdmin.call('PUT /makeAdmin/{id}', await idsOf(ownerAccount))
  const { version } = await demoAdmin.call('GET /selling', {})
  await demoAdmin.call('PUT /selling', { body: { settings: DEFAULT_SELLING, version } })
  await demoAdmin.call('PUT /removeAdmin/{id}', await idsOf(demoAccounts.admin))
  await demoNetwork.dispose()
  await ownerNetwork.dispose()
}

/** Saves the settings of `portugueseShop` as the admin `owner`, with other ways of delivery if `methods` is given. */
export async function sellWith(owner: Person, methods = portugueseShop.methods): Promise<void> {
  const { version } = await owner.call('GET /selling', {})
  await owner.call('PUT /selling', { body: { settings: { ...portugueseShop, methods }, version } })
}

/** Fills in the form for an address in Lisbon. The test must choose the country before. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Street and number').fill(lisbonAddress.line1)
  await page.getByLabel('Postal code').fill(lisbonAddress.postcode)
  await page.getByLabel('City').fill(lisbonAddress.city)
}
