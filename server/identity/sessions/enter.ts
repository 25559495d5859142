import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { SigningSecret } from '#server/platform/secrets/secret-set.ts'
import type { ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { AccountRow, SessionRow } from '#server/tables/account-rows.ts'
import { setCookie } from '../browser-cookie.ts'
import type { BrowserCookie } from '../browser-cookie.ts'
import type { KnownDevices } from '../known-device.ts'
import { mint, storedToken } from '../tokens.ts'
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

/** The time in milliseconds between the first and the second factor. */
const SECOND_FACTOR_MS = 10 * 60_000

/** The cookie of a browser in which the first factor was right. */
export function secondFactorCookie(https: boolean): BrowserCookie {
  return { name: 'crema.second-factor', https }
}

type Entrance = {
  /**
   * Returns the account of the person who has shown who they are, or the problem because of which no session is opened.
   * It runs in the transaction that opens the session, and must lock the account, so that a password or a link that
   * another request replaces at the same moment opens nothing.
   */
  identify: (write: ShopWrite) => Promise<AccountRow | Problem>
  /** Whether a second factor or a passkey was checked, too. */
  isStrong?: boolean
  /** How long the session lasts, in milliseconds. */
  lifetimeMs?: number | undefined
}

/** What `enter` has done: it has opened a session for the person, or the browser has to send a second factor first. */
export type Entered = Person | 'second-factor' | Problem

/**
 * Opens a session. All ways to sign in end here, so that no way leads past the second factor of an account: it opens a
 * session only after that, and gives the browser a cookie until then.
 */
export async function enter(setup: SessionSetup, http: Http, entrance: Entrance): Promise<Entered> {
  const { database, devices, https } = setup
  const token = randomBytes(32).toString('hex')
  const expiresAt = (await database.time()) + SECOND_FACTOR_MS
  const opened = await database.write(async (write) => {
    const account = await entrance.identify(write)
    if (account instanceof Problem) return account
    const needsCode = account.totp_secret !== null && !entrance.isStrong
    const data = { lifetimeMs: entrance.lifetimeMs }
    if (needsCode) await mint(write.tx, { kind: 'second-factor', owner: account.id, data, expiresAt, token })
    else await insertSession(write.tx, newSession(setup, http, { account, token, ...entrance }))
    return { account, needsCode }
  })
  if (opened instanceof Problem) return opened
  const { email, name } = opened.account
  if (opened.needsCode) {
    setCookie(http, { ...secondFactorCookie(https), value: token, lifetimeMs: SECOND_FACTOR_MS })
    return 'second-factor'
  }
  sendCookie(setup, http, token)
  devices.remember(http.reply, email)
  return { email, name }
}

type Opening = Entrance & { account: AccountRow; token: string }

function newSession(
  { provider }: SessionSetup,
  { request }: Http,
  { account, token, lifetimeMs = SESSION_MS, isStrong = false }: Opening,
): SessionRow {
  const at = now()
  return {
    id: newId(),
    account: account.id,
    token: storedToken(token),
    browser: browserName(request.headers['user-agent']),
    provider,
    created_at: at,
    confirmed_at: at,
    expires_at: at + lifetimeMs,
    strong: isStrong ? 1 : 0,
  }
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
