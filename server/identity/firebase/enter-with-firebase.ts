import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { retryDuplicate } from '#server/platform/database/retry-duplicate.ts'
import { now } from '#server/platform/clock.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import { enter, findSession } from '../sessions/enter.ts'
import type { Entered, Http, SessionSetup } from '../sessions/enter.ts'
import { confirmSession } from '../sessions/queries.ts'
import type { FirebaseUser, VerifyIdToken } from './id-token.ts'
import { linkAccount } from './link-account.ts'

/**
 * A session ends this time in milliseconds after the last token was made. Firebase renews no tokens for an account that was
 * disabled or deleted, or whose password was changed elsewhere, so its sessions end by then.
 */
const FIREBASE_SESSION_MS = 60 * 60_000

/** A new session needs a password that was checked within this time, in milliseconds. */
const SIGNED_IN_WITHIN_MS = 10 * 60_000

export type FirebaseSetup = SessionSetup & { verify: VerifyIdToken }

/**
 * Exchanges an ID token of Firebase for a session of the shop. If the browser is signed in to the same account already,
 * renews its session. Otherwise the password must have been checked a few minutes ago, so that a token that was stolen
 * opens no session later.
 */
export async function enterWithFirebase(setup: FirebaseSetup, http: Http, idToken: string): Promise<Entered> {
  const user = await setup.verify(idToken)
  if (user instanceof Problem) return user
  return (await renew(setup, http, user)) ?? open(setup, http, user)
}

async function renew(setup: FirebaseSetup, http: Http, user: FirebaseUser): Promise<Person | null> {
  const { database, provider } = setup
  const session = await findSession(setup, http)
  if (!session) return null
  return database.write(async (write) => {
    const account = await linkAccount(write, provider, user)
    if (account instanceof Problem || account.id !== session.subject) return null
    const { sessionId: id } = session
    const times = { confirmed_at: user.signedInAt, expires_at: user.issuedAt + FIREBASE_SESSION_MS }
    return (await confirmSession(write.tx, { id, ...times }))
      ? { email: account.email, name: account.name }
      : null
  })
}

async function open(setup: FirebaseSetup, http: Http, user: FirebaseUser): Promise<Entered> {
  if (user.signedInAt < now() - SIGNED_IN_WITHIN_MS) return new Problem('sign-in-again')
  const identify = (write: ShopWrite) => linkAccount(write, setup.provider, user)
  const lifetimeMs = user.issuedAt + FIREBASE_SESSION_MS - now()
  return retryDuplicate(() => enter(setup, http, { identify, lifetimeMs }))
}
