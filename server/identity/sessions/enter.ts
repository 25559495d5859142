import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import type { ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { AccountRow } from '#server/tables/account-rows.ts'
import type { KnownDevices } from '../known-device.ts'
import { storedToken } from '../tokens.ts'
import { browserName } from './browser-name.ts'
import { deleteSessionByToken, findSessionByToken, insertSession, renewSession } from './queries.ts'
import { sessionCookie, signedSession } from './session-cookie.ts'

/** A request from a browser and the reply to it, on which cookies are set. */
export type Http = { request: FastifyRequest; reply: FastifyReply }

export type SessionSetup = {
  database: ShopDatabase
  devices: KnownDevices
  /** Whether browsers reach the shop by https, so that cookies can be limited to https. */
  https: boolean
  /** With which session cookies are signed. */
  secret: SigningSecret
  /** The Firebase project that has to vouch for all sessions, or '' if the shop has the accounts itself. */
  provider: string
}

const DAY_MS = 24 * 60 * 60_000

/** A session ends if it was not used for this time in milliseconds. One in use is renewed once a day. */
const SESSION_MS = 30 * DAY_MS

type Entrance = {
  /**
   * Returns the account of the person who has shown who they are, or the problem because of which no session is opened.
   * It runs in the transaction that opens the session, and must lock the account, so that a password or a link that
   * another request replaces at the same moment opens nothing.
   */
  identify: (write: ShopWrite) => Promise<AccountRow | Problem>
  /** How long the session lasts, in milliseconds. */
  lifetimeMs?: number
}

/** What `enter` has done. */
export type Entered = Person | Problem

/** Opens a session. All ways to sign in end here, so that what holds for all of them is checked in one place. */
export async function enter(
  setup: SessionSetup,
  http: Http,
  { identify, lifetimeMs = SESSION_MS }: Entrance,
): Promise<Entered> {
  const { database, devices, provider } = setup
  const token = randomBytes(32).toString('hex')
  const account = await database.write(async (write) => {
    const found = await identify(write)
    if (found instanceof Problem) return found
    const at = now()
    await insertSession(write.tx, {
      id: newId(),
      account: found.id,
      token: storedToken(token),
      browser: browserName(http.request.headers['user-agent']),
      provider,
      created_at: at,
      confirmed_at: at,
      expires_at: at + lifetimeMs,
    })
    return found
  })
  if (account instanceof Problem) return account
  sendCookie(setup, http, token)
  devices.remember(http.reply, account.email)
  return { email: account.email, name: account.name }
}

function sendCookie({ https, secret: { current } }: SessionSetup, { reply }: Http, token: string): void {
  reply.header(
    'set-cookie',
    sessionCookie(token, { secret: current, https, maxAgeMs: token ? SESSION_MS : 0 }),
  )
}

/** Returns the person who is signed in with the browser that sent the request, or null. May renew the session. */
export async function findSession(setup: SessionSetup, http: Http): Promise<SessionPerson | null> {
  const { database, provider, secret } = setup
  const token = signedSession(http.request, secret)
  if (token === null) return null
  const found = await findSessionByToken(database.read, { hash: storedToken(token), provider, at: now() })
  if (!found) return null
  const { expiresAt, ...person } = found
  if (!provider && expiresAt < now() + SESSION_MS - DAY_MS) {
    const renewed = { id: person.sessionId, expiresAt: now() + SESSION_MS }
    await database.write(({ tx }) => renewSession(tx, renewed))
    sendCookie(setup, http, token)
  }
  return person
}

/**
 * Ends the session of the browser that sent the request. The access tokens of the session stop working at once, in
 * all instances of the server.
 */
export async function signOut(setup: SessionSetup, http: Http): Promise<void> {
  const token = signedSession(http.request, setup.secret)
  if (token !== null)
    await setup.database.write(async ({ tx, publish }) => {
      const sessionId = await deleteSessionByToken(tx, storedToken(token))
      if (sessionId !== null) publish({ type: 'session-ended', sessionId })
    })
  sendCookie(setup, http, '')
}
