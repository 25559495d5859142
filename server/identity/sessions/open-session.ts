import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { DAY_MS, newId, now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { ShopDatabase, ShopWrite } from '#server/shop-database.ts'
import type { AccountRow, LinkRow, SessionRow } from '#server/tables/account-rows.ts'
import { rememberDevice, setBrowserSecret, setSessionCookie, signedSession } from '../cookies.ts'
import type { CookieSetup, Http } from '../cookies.ts'
import { findLink } from '../queries.ts'
import { mint, storedToken } from '../tokens.ts'
import { browserName } from './browser-name.ts'
import { changeSession, endSessions, listByToken } from './queries.ts'

export type SessionSetup = CookieSetup & {
  database: ShopDatabase
  /** The Firebase project that has to vouch for all sessions, or '' if the shop has the accounts itself. */
  provider: string
}

/** A session ends if it was not used for this time in milliseconds. One in use is renewed once a day. */
const SESSION_MS = 30 * DAY_MS

/** The time in milliseconds between the first and the second factor. */
const SECOND_FACTOR_MS = 10 * 60_000

/** The cookie of a browser in which the first factor was right. */
export const SECOND_FACTOR_COOKIE = 'crema.second-factor'

/** What the session will be, once the second factor of the account was checked, too. */
export type Opening = {
  /** How long the session lasts, in milliseconds. */
  lifetimeMs?: number | undefined
  /** The account elsewhere with which the person has signed in, and with which the account is linked from now on. */
  link?: Pick<LinkRow, 'provider' | 'subject'> | undefined
}

type Entrance = Opening & {
  /**
   * Returns the account of the person who has shown who they are, or the problem because of which no session is opened.
   * It runs in the transaction that opens the session, and must lock the account, so that a password or a link that
   * another request replaces at the same moment opens nothing.
   */
  identify: (write: ShopWrite) => Promise<AccountRow | Problem>
  /** Whether a second factor or a passkey was checked, too. */
  isStrong?: boolean
}

/**
 * What `openSession` has done: it has opened a session for the person, or the browser has to send a second factor
 * first.
 */
export type OpenedSession = Person | 'second-factor' | Problem

/**
 * Opens a session. All ways to sign in end here, so that no way leads past the second factor of an account: it opens a
 * session only after that, and gives the browser a cookie until then.
 */
export async function openSession(
  setup: SessionSetup,
  http: Http,
  entrance: Entrance,
): Promise<OpenedSession> {
  const { identify, isStrong = false, lifetimeMs = SESSION_MS, link } = entrance
  const token = randomBytes(32).toString('hex')
  const expiresAt = (await setup.database.time()) + SECOND_FACTOR_MS
  const opened = await setup.database.write(async (write) => {
    const account = await identify(write)
    if (account instanceof Problem) return account
    const needsCode = account.totp_secret !== null && !isStrong
    if (needsCode) {
      const data: Opening = { lifetimeMs, link }
      await mint(write.tx, { kind: 'second-factor', owner: account.id, data, expiresAt, token })
      return { account, needsCode }
    }
    if (link) await linkAccount(write, { ...link, account: account.id }, setup)
    const at = now()
    const session: SessionRow = {
      id: newId(),
      account: account.id,
      token: storedToken(token),
      browser: browserName(http.request.headers['user-agent']),
      provider: setup.provider,
      created_at: at,
      confirmed_at: at,
      expires_at: at + lifetimeMs,
      strong: isStrong ? 1 : 0,
    }
    await write.tx.insertInto('sessions').values(session).execute()
    return { account, needsCode }
  })
  if (opened instanceof Problem) return opened
  const { email, name } = opened.account
  if (opened.needsCode) {
    const { https } = setup
    setBrowserSecret(http, { name: SECOND_FACTOR_COOKIE, value: token, lifetimeMs: SECOND_FACTOR_MS, https })
    return 'second-factor'
  }
  setSessionCookie(http, setup, { token, lifetimeMs: SESSION_MS })
  rememberDevice(http, setup, email)
  return { email, name }
}

/**
 * Links an account with the one elsewhere that has opened a session of it. Where Firebase vouches for all sessions, the
 * new link takes the place of another one, and the sessions from before end: they may be those of a person whose account
 * of Firebase had the address earlier.
 */
async function linkAccount(write: ShopWrite, link: LinkRow, { provider }: SessionSetup): Promise<void> {
  const { tx } = write
  const known = await findLink(tx, link)
  if (known && (!provider || known.subject === link.subject)) return
  if (provider) {
    await endSessions(write, link.account)
    const former = tx.deleteFrom('links').where('account', '=', link.account)
    await former.where('provider', '=', link.provider).execute()
  }
  await tx.insertInto('links').values(link).execute()
}

/** Returns the person who is signed in with the browser that sent the request, or null. May renew the session. */
export async function findSession(setup: SessionSetup, http: Http): Promise<SessionPerson | null> {
  const { database, provider } = setup
  const found = await readSession(setup, http.request)
  if (!found) return null
  const { token, expiresAt, ...person } = found
  if (!provider && expiresAt < now() + SESSION_MS - DAY_MS) {
    const expires_at = now() + SESSION_MS
    await database.write(({ tx }) => changeSession(tx, person.sessionId, { expires_at }))
    setSessionCookie(http, setup, { token, lifetimeMs: SESSION_MS })
  }
  return person
}

/** Returns the session of the browser that sent the request, or null if it has none that has not ended. */
export async function readSession(
  { database, provider, secret }: SessionSetup,
  request: FastifyRequest,
): Promise<(SessionPerson & { token: string; expiresAt: number }) | null> {
  const token = signedSession(request, secret)
  if (token === null) return null
  const hash = storedToken(token)
  const [found] = await listByToken(database.read, { hash, provider, at: now() })
  return found ? { token, ...found } : null
}

/**
 * Ends the session of the browser that sent the request. The access tokens of the session stop working at once, in
 * all instances of the server.
 */
export async function signOut(setup: SessionSetup, http: Http): Promise<void> {
  const token = signedSession(http.request, setup.secret)
  if (token !== null)
    await setup.database.write(async ({ tx, publish }) => {
      const ended = tx.deleteFrom('sessions').where('token', '=', storedToken(token)).returning('id')
      const session = await ended.executeTakeFirst()
      if (session) publish({ type: 'session-ended', sessionId: session.id })
    })
  setSessionCookie(http, setup, { token: '', lifetimeMs: 0 })
}
