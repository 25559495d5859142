import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { ProblemCode } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { isDuplicate, isUnavailable } from '#server/platform/database/database-errors.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import { now } from '#server/platform/clock.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { hashPassword } from '../passwords.ts'
import { endOtherSessions, isLiveSession } from '../queries.ts'
import type { openBetterAuth } from './better-auth.ts'
import { RESET_TOKEN_MS } from './identity-provider.ts'
import type { Http, IdentityProvider, PasswordChange, ResetToken } from './identity-provider.ts'
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
    return forward(handler, requestFor(setup.publicUrl, path, { cookie, body }), http.reply)
  }
  async function reset(path: string, body: object, hash: string | null = null): Promise<Reset> {
    const { handler } = await load((await setup.readSecret()).current)
    const result: Reset = { issued: null, subject: null, hash }
    const request = requestFor(setup.publicUrl, path, { cookie: '', body })
    await resets
      .run(result, () => callLibrary(handler, request))
      .catch((error: unknown) => {
        // If `subject` is set, the password was replaced before the failure. The error is then ignored, so that the
        // caller ends the sessions.
        if (result.subject === null) throw error
      })
    return result
  }
  return {
    signIn: async (http, credentials) =>
      personOf(await call('/sign-in/email', http, credentials), 'wrong-password'),
    signUp: (http, account) =>
      call('/sign-up/email', http, account).then(
        (answer) => personOf(answer, 'invalid-input'),
        refuseDuplicate,
      ),
    createAccount: async (account) => {
      const { api } = await load((await setup.readSecret()).current)
      const { user } = await api.signUpEmail({ body: account })
      return user.id
    },
    createResetToken: async (email) => (await reset('/request-password-reset', { email })).issued,
    resetPassword: async (token, password) => {
      // Hashes the password before better-auth is called, which deletes the token before it hashes the password. If the
      // queue for hashes is full, the token therefore stays valid.
      const hash = await hashPassword(password)
      const { subject } = await reset('/reset-password', { token, newPassword: password }, hash)
      return subject ?? new Problem('reset-link-used')
    },
    changePassword: (http, change) =>
      changeOwnPassword(setup.database, (path, body) => call(path, http, body), change),
    rename: async (http, name) => {
      const { status } = await call('/update-user', http, { name })
      if (status === 401) return new Problem('not-signed-in')
      if (status !== 200) throw new Error(`The identity provider refused a name: ${status}`)
      return true
    },
    signOut: async (http) => void (await call('/sign-out', http, {})),
    session: async (http) => {
      if (!hasSessionCookie(http.request)) return null
      const { body } = await call('/get-session', http, null)
      return sessionPersonOf(body)
    },
    isLiveSession: (sessionId) =>
      isLiveSession(setup.database.read, { sessionId, at: new Date(now()).toISOString() }),
  }
}

async function changeOwnPassword(
  database: ShopDatabase,
  call: (path: string, body: object | null) => Promise<Answer>,
  { current, password }: PasswordChange,
): Promise<true | Problem> {
  const { status } = await call('/change-password', { currentPassword: current, newPassword: password })
  if (status === 401) return new Problem('not-signed-in')
  if (status !== 200) return new Problem('wrong-current-password')
  const person = sessionPersonOf((await call('/get-session', null)).body)
  if (person) await database.write(({ tx }) => endOtherSessions(tx, person))
  return true
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
    onResetToken: (token, name) => noteReset({ issued: { token, name, expiresAt: now() + RESET_TOKEN_MS } }),
    onPasswordReset: (subject) => noteReset({ subject }),
    hash: async (password) => resets.getStore()?.hash ?? hashPassword(password),
  })
}

/**
 * What this module and the callbacks of better-auth share while better-auth handles a request about resetting a
 * password. The callbacks set `issued`, the new token for the link in the mail, or `subject`, the id of the account
 * whose password was replaced. `hash` is the hash of the new password, which better-auth must use.
 */
type Reset = { issued: ResetToken | null; subject: string | null; hash: string | null }

const resets = new AsyncLocalStorage<Reset>()

function noteReset(reported: Partial<Reset>): void {
  Object.assign(resets.getStore() ?? {}, reported)
}

function requestFor(publicUrl: string, path: string, call: { cookie: string; body: object | null }): Request {
  const { cookie, body } = call
  const headers = new Headers({ cookie })
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
  // The cast is safe: the documentation of better-auth says that its response bodies have this shape.
  const { user, code = '' } = (body ?? {}) as Body
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

function sessionPersonOf(body: unknown): SessionPerson | null {
  // The cast is safe: the documentation of better-auth says that its response bodies have this shape.
  const { user, session } = (body ?? {}) as Body
  if (!user || !session) return null
  return { subject: user.id, sessionId: session.id, email: user.email, name: user.name }
}
