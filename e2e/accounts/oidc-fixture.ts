import { freePort } from '../../test/processes/free-port.ts'
import { issuerSettings, startIssuer } from '../../test/oidc/issuer.ts'
import type { Person, TestIssuer } from '../../test/oidc/issuer.ts'
import { createAccount } from '../account-fixtures.ts'
import { test as mailTest } from '../mail-fixtures.ts'

export { expect } from '../mail-fixtures.ts'

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
export const test = mailTest.extend<{ cora: Cora }, { issuer: IssuerSwitch; origin: string; port: number }>({
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
