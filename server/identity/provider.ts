import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '#contract/identity.ts'
import { isUnavailable } from '#server/platform/database/database-errors.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import type { openBetterAuth } from './better-auth.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

export type ProviderSetup = { database: ShopDatabase; publicUrl: string; secret: string }

/** Why the provider refused, in its own words. */
export type Refusal = { refused: string; message: string }

/** The built-in identity provider: knows who somebody is, nothing of what they may do. */
export type Provider = ReturnType<typeof createProvider>

const COOKIE = 'crema'

/**
 * better-auth in this process, on the shop's own database; its routes are not served, only called. It is loaded for
 * whoever needs it first.
 */
export function createProvider(setup: ProviderSetup) {
  const load = loadOnce(() => openProvider(setup))
  async function call(path: string, http: Http, body: object | null): Promise<Said> {
    const { handler } = await load()
    return forward(handler, requestFor(setup.publicUrl, path, { http, body }), http.reply)
  }
  return {
    signIn: (http: Http, credentials: { email: string; password: string }) =>
      call('/sign-in/email', http, credentials).then(personOrRefusal),
    signUp: (http: Http, account: { name: string; email: string; password: string }) =>
      call('/sign-up/email', http, account).then(personOrRefusal),
    /** Makes an account without a browser; answers the subject's id. */
    createAccount: async (account: { name: string; email: string; password: string }): Promise<string> => {
      const { api } = await load()
      const { user } = await api.signUpEmail({ body: account })
      return user.id
    },
    rename: (http: Http, name: string) => call('/update-user', http, { name }),
    signOut: (http: Http) => call('/sign-out', http, {}),
    /** Who holds this browser's session; renews its cookie once a day. */
    session: async (http: Http): Promise<SessionPerson | null> => {
      if (!hasSessionCookie(http.request)) return null
      const { body } = await call('/get-session', http, null)
      return sessionPerson(body)
    },
  }
}

export type Http = { request: FastifyRequest; reply: FastifyReply }

/** Whether the browser says that somebody is signed in; only good for choosing what to show first. */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes(`${COOKIE}.session_token=`) ?? false
}

type BetterAuth = ReturnType<typeof openBetterAuth>

async function openProvider(setup: ProviderSetup): Promise<BetterAuth> {
  const { openBetterAuth: open } = await import('./better-auth.ts')
  return open({ ...setup, cookiePrefix: COOKIE, onFailure: noteOutage })
}

type Sent = { http: Http; body: object | null }

function requestFor(publicUrl: string, path: string, { http, body }: Sent): Request {
  const headers = new Headers({ cookie: http.request.headers.cookie ?? '' })
  if (!body) return new Request(`${publicUrl}/api/auth${path}`, { headers })
  headers.set('content-type', 'application/json')
  return new Request(`${publicUrl}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

type Said = { status: number; body: unknown }

/** What stood in the way of the question under way: the library says "nobody is signed in" when it cannot look. */
const outages = new AsyncLocalStorage<{ error: unknown }>()

function noteOutage(error: unknown): void {
  const outage = outages.getStore()
  if (outage && isUnavailable(error)) outage.error = error
}

/**
 * Asks the provider and hands its cookies, and nothing else of its answer, on to the browser. Rejects when the
 * database could not be asked, whatever the library made of that, and when the library failed: that is no answer.
 */
async function forward(
  handler: (request: Request) => Promise<Response>,
  asked: Request,
  reply: FastifyReply,
): Promise<Said> {
  const outage: { error: unknown } = { error: null }
  const response = await outages.run(outage, () => handler(asked))
  if (outage.error) throw outage.error
  const text = await response.text()
  if (response.status >= 500) throw new Error(`The identity provider failed: ${text || response.status}`)
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  return { status: response.status, body: text ? JSON.parse(text) : null }
}

type Known = { user?: Person & { id: string }; session?: { id: string }; code?: string; message?: string }

function personOrRefusal({ status, body }: Said): (Person & { id: string }) | Refusal {
  // The shapes are better-auth's own, named in its documentation.
  const said = (body ?? {}) as Known
  if (status >= 400 || !said.user)
    return { refused: said.code ?? 'UNKNOWN', message: said.message ?? 'Refused' }
  return { id: said.user.id, email: said.user.email, name: said.user.name }
}

function sessionPerson(body: unknown): SessionPerson | null {
  // The same shapes of better-auth's.
  const { user, session } = (body ?? {}) as Known
  if (!user || !session) return null
  return { subject: user.id, sessionId: session.id, email: user.email, name: user.name }
}
