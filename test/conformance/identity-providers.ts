import { betterAuthProvider } from '#server/identity/provider/better-auth-provider.ts'
import { firebaseProvider } from '#server/identity/firebase/firebase-provider.ts'
import { RESET_TOKEN_MS } from '#server/identity/provider/identity-provider.ts'
import type { IdentityProvider, NewAccount } from '#server/identity/provider/identity-provider.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { shopOrigin } from '#test/calls.ts'
import { firebaseEnv, PROJECT_ID, startFirebase } from '#test/firebase/firebase.ts'
import type { FakeFirebase } from '#test/firebase/firebase.ts'
import { issuerSettings, startIssuer } from '#test/oidc/issuer.ts'
import { OidcBrowser } from '#test/oidc/oidc-browser.ts'
import { openTestShop } from '#test/shop.ts'
import { MemoryIdentityProvider } from '#test/stand-ins/memory-identity-provider.ts'
import type { Store } from '#test/stores.ts'

const VALUE = 'as good as any of thirty-two letters'
const SECRET = { current: VALUE, accepted: [VALUE] }

/** An identity provider to test, and what the tests need to know about it. */
export type ProviderUnderTest = {
  provider: IdentityProvider
  /**
   * Logs the person in without a password, with a browser that has no cookies yet. The first login creates the account.
   * Returns the cookies of the browser. Only kinds without passwords have it.
   */
  logIn?: (person: Pick<NewAccount, 'name' | 'email'>, userAgent: string) => Promise<string>
  /** Has a mail with a reset link sent, and returns the token in its link. Returns null if no mail was sent. */
  mailResetToken: (email: string) => Promise<string | null>
  /** The time in milliseconds during which such a token is valid. */
  resetTokenMs: number
  close: () => Promise<void>
}

type Kind = {
  name: string
  /** If true, the provider is tested on each kind of database. */
  usesDatabase: boolean
  /** Returns a new provider on a database with all tables, which is that of the store. */
  open: (database: ShopDatabase, store: Store) => Promise<ProviderUnderTest>
  /** Whether people sign up and sign in with a password. If not, `logIn` of the opened provider opens sessions. */
  hasPasswords: boolean
  /** Whether the provider keeps the tokens for resetting passwords, so that it can delete them. */
  keepsTokens: boolean
  /**
   * Takes the password away from an account, as if the person had only ever signed in at another provider. Null if the
   * accounts of this kind have a password always, or never.
   */
  removePassword:
    | ((of: { provider: IdentityProvider; database: ShopDatabase }, subject: string) => Promise<void>)
    | null
}

/** Every identity provider that must pass the tests of `identity-provider.test.ts`. */
export const identityProviders: Kind[] = [
  {
    name: 'better-auth',
    usesDatabase: true,
    open: async (database) => plain(betterAuthProvider({ database, ...shared })),
    hasPasswords: true,
    keepsTokens: true,
    removePassword: ({ database }, subject) =>
      database.write(async ({ tx }) => {
        await tx.deleteFrom('identity_accounts').where('user_id', '=', subject).execute()
      }),
  },
  {
    name: 'in memory, of the tests',
    usesDatabase: false,
    open: async () => plain(new MemoryIdentityProvider()),
    hasPasswords: true,
    keepsTokens: true,
    removePassword: async ({ provider }, subject) =>
      void (provider instanceof MemoryIdentityProvider && provider.removePassword(subject)),
  },
  {
    name: 'Firebase',
    usesDatabase: true,
    open: openFirebase,
    hasPasswords: true,
    keepsTokens: false,
    removePassword: null,
  },
  {
    name: 'better-auth with accounts of OpenID Connect',
    usesDatabase: true,
    open: (_, store) => openOidc(store),
    hasPasswords: false,
    keepsTokens: true,
    removePassword: null,
  },
]

const shared = { publicUrl: shopOrigin, readSecret: async () => SECRET }

function plain(provider: IdentityProvider): ProviderUnderTest {
  return {
    provider,
    mailResetToken: async (email) => (await provider.createResetToken(email))?.token ?? null,
    resetTokenMs: RESET_TOKEN_MS,
    close: async () => undefined,
  }
}

/** Opens a shop whose accounts are created by logging in at the issuer of the tests. */
async function openOidc(store: Store): Promise<ProviderUnderTest> {
  const issuer = await startIssuer({ origin: shopOrigin })
  const shop = await openTestShop(store, { env: issuerSettings(issuer.url) })
  return {
    ...plain(shop.identity.provider),
    logIn: async ({ name, email }, userAgent) => {
      issuer.people.set(email, { sub: email, name, email, email_verified: true })
      const browser = new OidcBrowser(shop, '', userAgent)
      const { outcome } = await browser.logIn(email)
      if (outcome !== 'done') throw new Error(`The login has ended with the outcome ${outcome}.`)
      return browser.cookie
    },
    close: async () => {
      await shop.close()
      await issuer.close()
    },
  }
}

async function openFirebase(database: ShopDatabase): Promise<ProviderUnderTest> {
  const firebase = await startFirebase()
  // A project that is protected against email enumeration refuses to change an address without a mail of its own.
  firebase.accounts.hidesAddresses = false
  const apiKey = String(firebaseEnv(firebase)['FIREBASE_API_KEY'])
  const settings = { apiKey, projectId: PROJECT_ID, apiBase: firebase.url }
  const provider = firebaseProvider({ database, ...shared, settings })
  return {
    provider,
    mailResetToken: (email) => mailResetToken(firebase, provider, email),
    resetTokenMs: 60 * 60_000,
    close: firebase.close,
  }
}

async function mailResetToken(
  { accounts: { mails } }: FakeFirebase,
  provider: IdentityProvider,
  email: string,
): Promise<string | null> {
  const before = mails.length
  await provider.createResetToken(email)
  return mails[before]?.code ?? null
}
