import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { issuerSettings, startIssuer } from '../../test/oidc/issuer.ts'
import type { Person, TestIssuer } from '../../test/oidc/issuer.ts'
import { freePort } from '../../test/processes/free-port.ts'
import { createAccount } from '../account-fixtures.ts'
import { expect, test as mailTest } from '../mail-fixtures.ts'
import { expectNoFindings } from '../screens.ts'

/** An issuer that a test can close and open again at the same URL. */
type IssuerSwitch = {
  /** Adds a person who can log in under this name. */
  add: (login: string, person: Person) => void
  open: () => Promise<void>
  close: () => Promise<void>
}

/**
 * A person with an account in the shop, whose email address is not confirmed there. At the issuer, the person logs in as
 * `cora`, and the same address is confirmed.
 */
type Cora = { confirmAddress: () => Promise<void> }

/**
 * The Playwright `test` function with a separate shop whose people can sign in with an OpenID Connect issuer called
 * Coffee ID. The issuer is open, but it was closed while the shop started.
 */
const test = mailTest.extend<{ cora: Cora }, { issuer: IssuerSwitch; origin: string; port: number }>({
  cora: async ({ issuer, shop, mailDatabase }, use) => {
    const { email } = await createAccount(shop.url)
    issuer.add('cora', { sub: email, email, email_verified: true })
    const confirmed = `UPDATE accounts SET confirmed = 1 WHERE email = '${email}'`
    await use({ confirmAddress: () => mailDatabase.write(confirmed) })
  },
  origin: [async ({}, use) => use(`http://127.0.0.1:${await freePort()}`), { scope: 'worker' }],
  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  issuer: [
    async ({ origin, port, shop }, use) => {
      const people = new Map<string, Person>()
      let open: TestIssuer | null = null
      const issuer: IssuerSwitch = {
        add: (login, person) => void people.set(login, person),
        open: async () => void (open ??= await startIssuer({ origin, port, people })),
        close: async () => {
          await open?.close()
          open = null
        },
      }
      if (shop.url !== origin) throw new Error(`The shop is at ${shop.url}, and not at ${origin}.`)
      await issuer.open()
      await use(issuer)
      await issuer.close()
    },
    { scope: 'worker' },
  ],
  settings: [
    async ({ origin, port, mailDatabase }, use) =>
      use({
        TRUST_PROXY: '1',
        PORT: new URL(origin).port,
        PUBLIC_URL: origin,
        ...mailDatabase.settings,
        ...issuerSettings(`http://localhost:${port}`),
      }),
    { scope: 'worker' },
  ],
})

/** Returns a person who is unknown to the shop. The issuer has confirmed the address. */
function newPerson() {
  const id = randomUUID().slice(0, 13)
  return { sub: id, name: 'Nia Cole', email: `nia.${id}@people.example`, email_verified: true }
}

const button = (page: Page) => page.getByRole('button', { name: 'Continue with Coffee ID' })
const alert = (page: Page) => page.getByRole('alert')

/** Logs in on the issuer's page, and consents if the issuer asks. */
async function logInAt(page: Page, login: string): Promise<void> {
  // A page of the shop can have a field with the same label, and stays until the issuer's page is there.
  await expect(page.getByRole('heading', { level: 1, name: 'Coffee ID', exact: true })).toBeVisible()
  await page.getByLabel('Name').fill(login)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
}

test('a new person logs in at the issuer, and returns to the page that required the login', async ({
  page,
  issuer,
}) => {
  const nia = newPerson()
  issuer.add('nia', nia)
  await page.goto('/myCart?from=mail')
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoFindings(page, 'the login page with an issuer')
  await button(page).click()
  await logInAt(page, 'nia')
  await expect(page.getByRole('status').getByText('Login Successsfully', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/myCart?from=mail')
  await expect(page.getByText('Your cart is empty')).toBeVisible()
  await page.goto('/account/profile')
  await expect(page.getByText(`You are logged in as ${nia.email}.`)).toBeVisible()
})

test('a login on a phone works from the sign-up page, too, and can be cancelled', async ({
  browser,
  issuer,
  shop,
}) => {
  issuer.add('nia', newPerson())
  const context = await browser.newContext({
    baseURL: shop.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  })
  const page = await context.newPage()
  await page.goto('/register')
  await button(page).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(`${shop.url}/login`)
  await expect(alert(page)).toHaveText('The login at Coffee ID was cancelled.')
  await button(page).click()
  await logInAt(page, 'nia')
  await expect(page.getByRole('status').getByText('Login Successsfully', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(`${shop.url}/`)
  await context.close()
})

test('a person with an account logs in with the issuer once both have confirmed the address', async ({
  page,
  cora,
}) => {
  await page.goto('/login')
  await button(page).click()
  await logInAt(page, 'cora')
  await expect(alert(page)).toContainText('is not confirmed')
  await cora.confirmAddress()
  await button(page).click()
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible()
})
