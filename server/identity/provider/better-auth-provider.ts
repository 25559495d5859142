import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { ProblemCode } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { isDuplicate, isUnavailable } from '#server/platform/database/database-errors.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { hashPassword } from '../passwords.ts'
import { accountsInDatabase } from './accounts-in-database.ts'
import type { openBetterAuth } from './better-auth.ts'
import { browserName } from './browser-name.ts'
import type { Http, IdentityProvider } from './identity-provider.ts'
import { findAccountByEmail, markVerified } from './queries.ts'
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
export function betterAuthProvider(setup: ProviderSetup): IdentityProvider {
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
        if (answer instanceof Problem) return answer
        const subject = userOf(answer)?.id
        if (subject) await setup.database.write(({ tx }) => markVerified(tx, subject))
        return personOf(answer, 'invalid-input')
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
  })
}

/** The hash that better-auth must store instead of hashing the password of the current request. */
const givenHash = new AsyncLocalStorage<string>()

type LibraryCall = { cookie: string; browser: string; body: object | null }

/** better-auth stores `browser` with each new session. */
function requestFor(publicUrl: string, path: string, { cookie, browser, body }: LibraryCall): Request {
  const headers = new Headers({ cookie, 'user-agent': browser })
  if (!body) return new Request(`${publicUrl}/api/auth${path}`, { headers })
  headers.set('content-type', 'application/json')
  return new Request(`${publicUrl}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

type Handler = (request: Request) => Promise<Response>

/** The HTTP status and the parsed JSON body of a response from better-auth. */
type Answer = { status: number; body: unknown }

/**
 * Holds the database error, if any, that occurs while better-auth handles the current request. better-auth itself
 * reports "no session" if it cannot read its tables, so a database outage would look as if the user had signed out.
 */
const outages = new AsyncLocalStorage<{ error: unknown }>()

function noteOutage(error: unknown): void {
  const outage = outages.getStore()
  if (outage && isUnavailable(error)) outage.error = error
}

/**
 * Passes a request to better-auth and copies the cookies of the response, but nothing else, to the reply for the
 * browser. Rejects if better-auth or the database failed.
 */
async function forward(handler: Handler, request: Request, reply: FastifyReply): Promise<Answer> {
  const answer = await callLibrary(handler, request)
  for (const cookie of answer.cookies) reply.header('set-cookie', cookie)
  return answer
}

/**
 * Passes a request to better-auth and returns its response. Rejects if the status is 500 or above. Also rejects if
 * the database was unavailable during the request, because better-auth may ignore that error.
 */
async function callLibrary(handler: Handler, request: Request): Promise<Answer & { cookies: string[] }> {
  const outage: { error: unknown } = { error: null }
  const response = await outages.run(outage, () => handler(request))
  if (outage.error) throw outage.error
  const text = await response.text()
  if (response.status >= 500) throw new Error(`The identity provider failed: ${text || response.status}`)
  const cookies = response.headers.getSetCookie()
  return { status: response.status, body: text ? JSON.parse(text) : null, cookies }
}

type Body = { user?: Person & { id: string }; session?: { id: string }; code?: string }

/**
 * Converts a response from better-auth to the signed-in person, or to the `Problem` for its error code. If this
 * function does not know the error code, the problem has the code `other`.
 */
function personOf({ status, body }: Answer, other: ProblemCode): Person | Problem {
  const { user, code = '' } = bodyOf(body)
  if (status < 400 && user) return { email: user.email, name: user.name }
  if (code === 'INVALID_EMAIL')
    return new Problem('invalid-input', { errors: [{ field: 'email', message: 'Invalid email' }] })
  if (code.startsWith('USER_ALREADY_EXISTS')) return new Problem('email-already-in-use')
  return new Problem(other)
}

/**
 * Returns the problem that the e-mail address is already in use, if the error is a violation of a unique index.
 * better-auth checks the address itself, but two sign-ups with one address at the same moment can both pass that
 * check. Other errors are thrown again.
 */
function refuseDuplicate(error: unknown): Problem {
  if (isDuplicate(error)) return new Problem('email-already-in-use')
  throw error
}

function bodyOf(body: unknown): Body {
  // The cast is safe: the documentation of better-auth says that its response bodies have this shape.
  return (body ?? {}) as Body
}

function userOf({ status, body }: Answer): Body['user'] {
  return status < 400 ? bodyOf(body).user : undefined
}

function sessionPersonOf(body: unknown): SessionPerson | null {
  const { user, session } = bodyOf(body)
  if (!user || !session) return null
  return { subject: user.id, sessionId: session.id, email: user.email, name: user.name }
}
