import { randomInt } from 'node:crypto'
import { Problem } from '#contract/errors.ts'
import { lockUser } from '#server/cart/cart.ts'
import { withinMailLimits } from '#server/identity/links/mail-limits.ts'
import { countTry, findToken, mint, storedToken, takeToken } from '#server/identity/tokens.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { TokenRow } from '#server/tables/account-rows.ts'

/** The time in milliseconds during which a code can be used: 10 minutes. */
const CODE_MS = 10 * 60_000

/** The number of times that a code can be tried, right or wrong. */
const MAX_TRIES = 5

/** The token of the link in a mail about subscriptions, and the code that was mailed to the same customer. */
export type Confirmed = { token: string; code: string }

export async function findLink(db: Db, token: string): Promise<(TokenRow & { owner: string }) | Problem> {
  const found = await findToken(db, { token, kinds: ['subscriptions'], at: now() })
  return found?.owner ? { ...found, owner: found.owner } : new Problem('mailed-link-used')
}

type Mailing = { database: ShopDatabase; sendsMail: boolean; limits: SharedLimits }

/**
 * Mails a code of six digits to the customer to whom a link was mailed. It confirms one change with this link, and the code
 * before it no longer does. If too many were mailed, none is, and the code before it still works.
 */
export async function mailCode(
  { database, sendsMail, limits }: Mailing,
  token: string,
): Promise<{ acknowledged: true } | Problem> {
  if (!sendsMail) return new Problem('no-mail')
  const link = await findLink(database.read, token)
  if (link instanceof Problem) return link
  const { owner } = link
  await withinMailLimits(limits, [{ key: `code for the subscriptions of ${owner}` }], () =>
    database.write(async ({ tx, publish }) => {
      // Of two requests at one moment, the second one replaces the code of the first.
      await lockUser(tx, owner)
      const user = await tx.selectFrom('users').selectAll().where('id', '=', owner).executeTakeFirstOrThrow()
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const expiresAt = now() + CODE_MS
      const data = { hash: hashOf({ token, code }) }
      await takeToken(tx, { ...codeOf(token), at: 0 })
      await mint(tx, { kind: 'subscription-code', owner, data, expiresAt, token: codeOf(token).token })
      const mail = { template: 'subscription-code', name: user.name, token: code, expiresAt } as const
      const subject = 'The code for your subscription'
      await queueMails(tx, [{ recipient: user.email, replyTo: null, subject, data: mail }])
      publish({ type: 'mail-changed' })
    }),
  )
  return { acknowledged: true }
}

/**
 * Counts a try of a code, and returns a problem unless it is right. This is a transaction of its own, because a refused change
 * is rolled back.
 */
export async function tryCode({ write }: ShopDatabase, { token, code }: Confirmed): Promise<Problem | null> {
  const tried = await write(({ tx }) => countTry(tx, { ...codeOf(token), max: MAX_TRIES }))
  if (!tried) return new Problem('code-expired', { detail: TOO_LATE })
  const { hash }: { hash: string } = JSON.parse(tried.data)
  return hash === hashOf({ token, code }) ? null : new Problem('wrong-code', { detail: WRONG })
}

/** Uses up a code that was right, and returns a problem if another request has used it. */
export async function useCode(tx: Db, token: string): Promise<Problem | null> {
  return (await takeToken(tx, codeOf(token))) ? null : new Problem('wrong-code', { detail: WRONG })
}

const TOO_LATE = 'This code is too old, was used already, or was tried too often. Ask for a new one.'
const WRONG = 'This code is wrong. Look for the newest mail with a code.'

/** A link has one code at a time, which is found by the secret of the link, so that wrong codes can be counted. */
function codeOf(token: string) {
  return { token: `code of ${token}`, kinds: ['subscription-code' as const], at: now() }
}

/** The secret of the link is part of what is hashed, because all codes of six digits could be tried otherwise. */
function hashOf({ token, code }: Confirmed): string {
  return storedToken(`${token} ${code}`)
}
