import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '#contract/errors.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import { networksOf } from '#server/platform/http/address.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { setCookie } from '../browser-cookie.ts'
import { mailboxOf, withinMailLimits } from './mail-limits.ts'
import { insertWithPassword, isTaken } from '../create-account.ts'
import type { NewAccount } from '../create-account.ts'
import { hashPassword } from '../passwords.ts'
import { refuseDuplicate } from '../queries.ts'
import { enter } from '../sessions/enter.ts'
import type { Entered, Http, SessionSetup } from '../sessions/enter.ts'
import { mint, newToken } from '../tokens.ts'

/** The time in milliseconds for which the link in the mail can be used. */
export const SIGN_UP_LINK_MS = 24 * 60 * 60 * 1000

/**
 * The cookie of the browser that signed up. It need not send the password again when it opens the link in the mail.
 */
export const SIGN_UP_COOKIE = 'crema.sign-up'

/**
 * The minimum time in milliseconds that a sign-up by mail takes. The steps for a new and for a taken address differ by
 * one statement. Without this minimum, the time of the response could show whether the address has an account.
 */
const MIN_MS = 500

export type SignUpSetup = SessionSetup & {
  limits: SharedLimits
  /** Whether a new account has to be confirmed with a link in a mail before its first session. */
  confirmsSignUps: boolean
}

/** A sign-up that waits for its link: `password` is the hash, and `browser` what is stored of the cookie's token. */
export type PendingSignUp = NewAccount & { browser: string }

/**
 * Creates an account and signs in with it. If sign-ups have to be confirmed, only mails a link and returns null, whether
 * or not the email address has an account.
 */
export async function signUp(setup: SignUpSetup, http: Http, given: NewAccount): Promise<Entered | null> {
  const account = { ...given, name: given.name.trim(), email: given.email.toLowerCase() }
  const requester = { isKnown: false, networks: networksOf(http.request.ip) }
  const hash = () => queueingFor(requester, () => hashPassword(account.password))
  if (setup.confirmsSignUps) return requestSignUp(setup, http, { ...account, hash })
  if (await isTaken(setup.database.read, account.email)) return new Problem('email-already-in-use')
  const password = await hash()
  const identify = async ({ tx }: { tx: Db }) =>
    (await isTaken(tx, account.email))
      ? new Problem('email-already-in-use')
      : insertWithPassword(tx, { ...account, password, confirmed: 0 })
  return enter(setup, http, { identify }).catch(refuseDuplicate)
}

type Request = NewAccount & { hash: () => Promise<string> }

/**
 * Stores a sign-up and mails a link that completes it. If the address has an account already, mails that instead. The
 * response is the same in both cases, and takes the same time, so that it does not show who has an account.
 */
async function requestSignUp(
  { database, limits, https }: SignUpSetup,
  http: Http,
  { name, email, hash }: Request,
): Promise<null> {
  const { token, stored: browser } = newToken()
  setCookie(http, { name: SIGN_UP_COOKIE, https, value: token, lifetimeMs: SIGN_UP_LINK_MS })
  const hashAndMail = async () => {
    const pending = { name, email, password: await hash(), browser }
    const key = { key: `sign-up ${mailboxOf(email)}`, ip: http.request.ip }
    await withinMailLimits(limits, key, () => mailLink(database, pending))
  }
  await Promise.all([hashAndMail(), sleep(MIN_MS)])
  return null
}

async function mailLink(database: ShopDatabase, pending: PendingSignUp): Promise<void> {
  const { name, email } = pending
  const isKnown = await isTaken(database.read, email)
  const expiresAt = now() + SIGN_UP_LINK_MS
  await database.write(async ({ tx, publish }) => {
    const token = isKnown ? '' : await mint(tx, { kind: 'sign-up', owner: email, data: pending, expiresAt })
    const mail = isKnown
      ? { subject: 'You have an account already', data: { template: 'address-taken' } as const }
      : {
          subject: 'Confirm your email address',
          data: { template: 'confirm-sign-up', name, token, expiresAt } as const,
        }
    await queueMails(tx, [{ recipient: email, replyTo: null, ...mail }])
    publish({ type: 'mail-changed' })
  })
}
