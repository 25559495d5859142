import { Problem, wrongField } from '#contract/errors.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { isNewEmail, UNUSABLE_EMAIL } from '#contract/values/limits.ts'
import { now } from '#server/platform/clock.ts'
import { retryDuplicate } from '#server/platform/database/database-errors.ts'
import type { Db } from '#server/shop-database.ts'
import type { AccountRow } from '#server/tables/account-rows.ts'
import type { Http } from '../cookies.ts'
import { deleteFactors } from '../factors/queries.ts'
import {
  changeAccount,
  deleteLinks,
  findAccountByEmail,
  findLinked,
  insertAccount,
  lockAccount,
} from '../queries.ts'
import { openSession, findSession } from '../sessions/open-session.ts'
import type { OpenedSession, SessionSetup } from '../sessions/open-session.ts'
import { changeSession } from '../sessions/queries.ts'
import type { FirebaseUser, VerifyIdToken } from './id-token.ts'

/**
 * A session ends this time in milliseconds after the last token was made. Firebase renews no tokens for an account that was
 * disabled or deleted, or whose password was changed elsewhere, so its sessions end by then.
 */
const FIREBASE_SESSION_MS = 60 * 60_000

/** A new session needs a password that was checked within this time, in milliseconds. */
const SIGNED_IN_WITHIN_MS = 10 * 60_000

/**
 * Exchanges an ID token of Firebase for a session of the shop. If the browser is signed in to the same account already,
 * renews its session. Otherwise the password must have been checked a few minutes ago, so that a token that was stolen
 * opens no session later.
 */
export async function enterWithFirebase(
  setup: SessionSetup & { verify: VerifyIdToken },
  http: Http,
  idToken: string,
): Promise<OpenedSession> {
  const user = await setup.verify(idToken)
  if (user instanceof Problem) return user
  const renewed = await renew(setup, http, user)
  if (renewed) return renewed
  if (user.signedInAt < now() - SIGNED_IN_WITHIN_MS) return new Problem('sign-in-again')
  return retryDuplicate(() =>
    openSession(setup, http, {
      identify: ({ tx }) => findAccount(tx, setup.provider, user),
      link: { provider: setup.provider, subject: user.uid },
      lifetimeMs: user.issuedAt + FIREBASE_SESSION_MS - now(),
    }),
  )
}

async function renew(setup: SessionSetup, http: Http, user: FirebaseUser): Promise<Person | null> {
  const session = await findSession(setup, http)
  if (!session) return null
  return setup.database.write(async ({ tx }) => {
    const known = await findKnown(tx, { provider: setup.provider, subject: user.uid })
    if (known?.id !== session.subject) return null
    const { email, name } = await follow(tx, known, user)
    const times = { confirmed_at: user.signedInAt, expires_at: user.issuedAt + FIREBASE_SESSION_MS }
    return (await changeSession(tx, session.sessionId, times)) ? { email, name } : null
  })
}

/**
 * Returns the account of the shop that belongs to an account of Firebase, locked. `provider` names the project, so that
 * the ids of two projects cannot be mixed up. `openSession` links the two.
 *
 * If Firebase's account is new to the shop, it gets a new account. If an account of the shop already has the address,
 * it is that one, but only if Firebase says that the person can read the mails to it. Otherwise returns the problem
 * `email-not-confirmed`: another person could have signed up at Firebase with the address of an admin.
 */
async function findAccount(tx: Db, provider: string, user: FirebaseUser): Promise<AccountRow | Problem> {
  const { uid, email, emailVerified } = user
  const known = await findKnown(tx, { provider, subject: uid })
  if (known) return follow(tx, known, user)
  if (!isNewEmail(email)) return wrongField('email', UNUSABLE_EMAIL)
  const found = await findAccountByEmail(tx, email)
  if (found && !emailVerified) return new Problem('email-not-confirmed')
  const holder = found && (await lockAccount(tx, found.id))
  if (holder) return holder.confirmed ? holder : follow(tx, await takeOver(tx, holder), user)
  const name = user.name ?? email.slice(0, email.lastIndexOf('@'))
  return insertAccount(tx, { name, email, password: null, confirmed: emailVerified ? 1 : 0 })
}

/** Returns the account that is linked, locked. */
async function findKnown(
  tx: Db,
  link: { provider: string; subject: string },
): Promise<AccountRow | undefined> {
  const account = await findLinked(tx, link)
  return account === undefined ? undefined : lockAccount(tx, account)
}

/**
 * Takes the password, all links and all factors from an account whose address was never confirmed. They may be those of
 * another person, who signed up with the address and waited for its owner to come.
 */
async function takeOver(tx: Db, { id }: AccountRow): Promise<AccountRow> {
  await deleteLinks(tx, id)
  await deleteFactors(tx, id)
  return changeAccount(tx, id, { password: null })
}

/**
 * Takes over a name or an email address that was changed at Firebase. The account keeps its address if another account of
 * the shop has the new one, or if no mail can be sent there. The shop itself may have confirmed an address that is still
 * the same.
 */
async function follow(tx: Db, known: AccountRow, user: FirebaseUser): Promise<AccountRow> {
  const holder = await findAccountByEmail(tx, user.email)
  const isFree = isNewEmail(user.email) && (!holder || holder.id === known.id)
  const email = isFree ? user.email : known.email
  const isConfirmed = user.emailVerified && email === user.email
  const kept = email === known.email ? known.confirmed : 0
  const next = { email, name: user.name ?? known.name, confirmed: isConfirmed ? 1 : kept }
  return changeAccount(tx, known.id, next)
}
