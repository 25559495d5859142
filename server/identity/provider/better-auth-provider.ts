import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { Problem } from '#contract/errors.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { hashPassword } from '../passwords.ts'
import { accountsInDatabase } from './accounts-in-database.ts'
import type { openBetterAuth } from './better-auth.ts'
import { browserName } from './browser-name.ts'
import { forward, noteOutage, requestFor } from './call-library.ts'
import type { Answer } from './call-library.ts'
import { OPEN_SESSION_PATH } from './identity-provider.ts'
import type { Http, IdentityProvider, SessionOpener } from './identity-provider.ts'
import { personOf, sessionPersonOf } from './library-answers.ts'
import { findAccountByEmail, refuseDuplicate } from './queries.ts'
import { hasSessionCookie, withCurrentSignature } from './session-cookie.ts'

/** `readSecret` returns the secret with which session cookies are signed. It is called for each request. */
export type ProviderSetup = {
  database: ShopDatabase
  publicUrl: string
  readSecret: () => Promise<SigningSecret>
}

/**
 * Returns the built-in identity provider. It uses the library better-auth, which stores accounts and sessions in the
 * shop's own database. Browsers cannot reach the HTTP routes of better-auth. Instead, this module passes requests
 * that it builds itself to the library's request handler. The library is loaded when it is first used.
 */
export function betterAuthProvider(setup: ProviderSetup): IdentityProvider & SessionOpener {
  const load = providerLoader(setup)
  async function call(path: string, http: Http, body: object | null): Promise<Answer> {
    const secret = await setup.readSecret()
    const { handler } = await load(secret.current)
    const cookie = withCurrentSignature(http.request.headers.cookie ?? '', secret)
    const browser = browserName(http.request.headers['user-agent'])
    return forward(handler, requestFor(setup.publicUrl, path, { cookie, browser, body }), http.reply)
  }
  const findSession = async (http: Http) => {
    if (!hasSessionCookie(http.request)) return null
    return sessionPersonOf((await call('/get-session', http, null)).body)
  }
  return {
    signIn: async (http, credentials) =>
      personOf(await call('/sign-in/email', http, credentials), 'wrong-password'),
    signUp: (http, account) =>
      call('/sign-up/email', http, account).then(
        (answer) => personOf(answer, 'invalid-input'),
        refuseDuplicate,
      ),
    confirmedSignUps: {
      hasAccount: async (email) => Boolean(await findAccountByEmail(setup.database.read, email)),
      signUp: async (http, { hash, ...account }) => {
        // better-auth requires a password, but stores the given hash instead of the hash of this password.
        const password = randomBytes(24).toString('base64url')
        const signUp = () => call('/sign-up/email', http, { ...account, password })
        const answer = await givenHash.run(hash, signUp).catch(refuseDuplicate)
        return answer instanceof Problem ? answer : personOf(answer, 'invalid-input')
      },
    },
    createAccount: async (account) => {
      const { api } = await load((await setup.readSecret()).current)
      const { user } = await api.signUpEmail({ body: account })
      return user.id
    },
    rename: async (http, name) => {
      const { status } = await call('/update-user', http, { name })
      if (status === 401) return new Problem('not-signed-in')
      if (status !== 200) throw new Error(`The identity provider refused a name: ${status}`)
      return true
    },
    openSession: async (http, userId) => {
      const { status } = await call(OPEN_SESSION_PATH, http, { userId })
      if (status !== 200) throw new Error(`The identity provider opened no session: ${status}`)
    },
    signOut: async (http) => void (await call('/sign-out', http, {})),
    session: findSession,
    ...accountsInDatabase(setup.database, findSession),
  }
}

type BetterAuth = ReturnType<typeof openBetterAuth>

/** Returns a function that loads better-auth with a secret. It is loaded again only if the secret has changed. */
function providerLoader(setup: ProviderSetup): (secret: string) => Promise<BetterAuth> {
  let loaded: { secret: string; load: () => Promise<BetterAuth> } | null = null
  return (secret) => {
    if (loaded?.secret !== secret) loaded = { secret, load: loadOnce(() => openProvider(setup, secret)) }
    return loaded.load()
  }
}

async function openProvider({ database, publicUrl }: ProviderSetup, secret: string): Promise<BetterAuth> {
  const { openBetterAuth: open } = await import('./better-auth.ts')
  return open({
    database,
    publicUrl,
    secret,
    onFailure: noteOutage,
    hash: async (password) => givenHash.getStore() ?? hashPassword(password),
    isConfirmed: () => givenHash.getStore() !== undefined,
  })
}

/**
 * The hash that better-auth must store instead of hashing the password of the current request. It is set only for
 * sign-ups with a confirmed email address.
 */
const givenHash = new AsyncLocalStorage<string>()
