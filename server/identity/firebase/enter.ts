import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { retryDuplicate } from '#server/platform/database/retry-duplicate.ts'
import { now } from '#server/platform/clock.ts'
import type { Db } from '#server/shop-database.ts'
import { browserName } from '../provider/browser-name.ts'
import type { Http, NewAccount } from '../provider/identity-provider.ts'
import type { FirebaseTokens } from './firebase-api.ts'
import type { FirebaseUser } from './id-token.ts'
import { linkAccount } from './link-account.ts'
import type { LinkedAccount } from './link-account.ts'
import type { Parts } from './parts.ts'
import { orProblem } from './refusals.ts'

/** Creates an account at Firebase. Returns its first tokens. */
export function create({ api }: Parts, { name, email, password }: NewAccount): Promise<FirebaseTokens> {
  return api.signUp({ email, password, displayName: name })
}

/** A mail for confirming one address is sent at most once in this time in milliseconds by one process. */
const MAIL_PAUSE_MS = 10 * 60_000

/**
 * Opens a session with the tokens for a password that Firebase has just accepted. If an account of the shop has the same
 * email address, and Firebase has not confirmed it, opens no session, and has Firebase send a mail instead.
 */
export async function enter(parts: Parts, http: Http, tokens: FirebaseTokens): Promise<Person | Problem> {
  const { sessions, verify } = parts
  const opening = await sessions.make(tokens)
  const browser = browserName(http.request.headers['user-agent'])
  const linked = await link(parts, tokens, (tx, account) =>
    sessions.insert(tx, opening, { ...account, browser }),
  )
  if (linked instanceof Problem) {
    if (linked.code === 'email-not-confirmed')
      await mailOwner(parts, await verify(tokens.idToken, { isSignIn: true }))
    return linked
  }
  await sessions.send(http, opening.token)
  return { email: linked.email, name: linked.name }
}

/**
 * Has Firebase send the mail with which a new password is chosen. That also confirms the address. A mail that only
 * confirms it would not be safe: another person may have signed up with the address, and would be let in with their own
 * password as soon as the owner of the address opens the link.
 */
async function mailOwner({ api, publicUrl, mailedAt }: Parts, { email }: FirebaseUser): Promise<void> {
  if (now() - (mailedAt.get(email) ?? 0) < MAIL_PAUSE_MS) return
  mailedAt.set(email, now())
  const mail = { requestType: 'PASSWORD_RESET', email } as const
  await orProblem(() => api.sendMail(mail, `${publicUrl}/login`))
}

type Insert = (tx: Db, account: { subject: string; user: FirebaseUser }) => Promise<void>

/** Links the account of the tokens to an account of the shop, and runs `insert` in the same transaction. */
export async function link(
  { database, provider, verify }: Parts,
  { idToken }: FirebaseTokens,
  insert: Insert,
): Promise<LinkedAccount | Problem> {
  const user = await verify(idToken, { isSignIn: true })
  return retryDuplicate(() =>
    database.write(async (write): Promise<LinkedAccount | Problem> => {
      const linked = await linkAccount(write, provider, user)
      if (!(linked instanceof Problem)) await insert(write.tx, { subject: linked.subject, user })
      return linked
    }),
  )
}
