import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import type { NewMail } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import type { UserRow } from '#server/tables.ts'
import type { Identity } from '../identity.ts'
import { findUserByEmail } from '../queries.ts'
import { recordUser } from '../record-user.ts'
import { stepUp } from '../step-up.ts'
import type { StepUp, StepUpSetup } from '../step-up.ts'
import { newToken, storedToken } from './link-token.ts'
import { mailboxOf, withinMailLimits } from './mail-limits.ts'
import { deleteEmailChange, findEmailChange, saveEmailChange, takeEmailLink } from './queries.ts'

/** The time in milliseconds for which both links can be used. */
export const EMAIL_LINKS_MS = 30 * 60 * 1000

type Setup = StepUpSetup & Pick<Identity, 'database' | 'onEmailChanged' | 'devices' | 'sendsMail'>

/**
 * Mails a link to the present address and one to the new address of a person. The address is changed when the person has
 * used both. If another account has the new address, that address gets a mail that says so instead of a link. The
 * response does not show that.
 */
export async function requestEmailChange(
  setup: Setup,
  asked: StepUp & { email: string },
): Promise<true | Problem> {
  const { database, limits } = setup
  if (!setup.sendsMail) return new Problem('no-mail')
  const user = await recordUser(setup, asked.person)
  if (user instanceof Problem) return user
  const email = asked.email.toLowerCase()
  if (email === user.email) return new Problem('same-email')
  const confirmed = await stepUp(setup, asked)
  if (confirmed instanceof Problem) return confirmed
  // The second limit is for the new address. Otherwise the owner of several accounts could send it very many mails.
  const toAddress = { key: `change email to ${mailboxOf(email)}`, ip: asked.http.request.ip }
  await withinMailLimits(limits, { key: `change email of ${user.id}` }, () =>
    withinMailLimits(limits, toAddress, () => mailLinks(database, user, email)),
  )
  return true
}

async function mailLinks(database: Setup['database'], user: UserRow, email: string): Promise<void> {
  const isTaken = Boolean(await findUserByEmail(database.read, email))
  await database.write(async ({ tx, publish }) => {
    const [before, after] = [newToken(), newToken()]
    const expiresAt = now() + EMAIL_LINKS_MS
    await saveEmailChange(tx, {
      user_id: user.id,
      old_email: user.email,
      new_email: email,
      old_token: before.stored,
      new_token: after.stored,
      created_at: now(),
      expires_at: expiresAt,
    })
    const links = { old: before.token, new: after.token, expiresAt }
    await queueMails(tx, mailsFor(user, { email, isTaken, links }))
    publish({ type: 'mail-changed' })
  })
}

type Links = { old: string; new: string; expiresAt: number }

function mailsFor(
  { name, email: oldEmail }: UserRow,
  { email: newEmail, isTaken, links }: { email: string; isTaken: boolean; links: Links },
): NewMail[] {
  const { expiresAt } = links
  const toOld = { template: 'email-change-old', name, newEmail, token: links.old, expiresAt } as const
  const toNew = { template: 'email-change-new', name, token: links.new, expiresAt } as const
  const taken = { template: 'address-taken' } as const
  return [
    { recipient: oldEmail, replyTo: null, subject: 'Your new email address', data: toOld },
    isTaken
      ? { recipient: newEmail, replyTo: null, subject: 'You have an account already', data: taken }
      : { recipient: newEmail, replyTo: null, subject: 'Confirm your email address', data: toNew },
  ]
}

/** What using one of the two links leads to: a changed address, or the address whose link is still unused. */
export type EmailLinkResult = { user: Person; waitsFor: string | null }

/**
 * Uses one of the two links, in a browser in which the person is signed in. If it is the second one, changes the address.
 * A link of another person's account is refused, so that no one confirms an address for the account of another person.
 */
export async function followEmailLink(
  setup: Setup,
  { http, person, token }: Omit<StepUp, 'password'> & { token: string },
): Promise<EmailLinkResult | Problem> {
  const { database, provider, devices } = setup
  const user = await recordUser(setup, person)
  if (user instanceof Problem) return user
  const taken = await database.write(({ tx }) =>
    takeEmailLink(tx, { userId: user.id, at: now(), stored: storedToken(token) }),
  )
  if (!taken || taken.change.old_email !== user.email) return new Problem('link-used')
  const { change, waitsFor } = taken
  const { name } = person
  if (waitsFor !== null) return { user: { email: user.email, name }, waitsFor }
  const changed = await provider.changeEmail(person.subject, change.new_email)
  // If the provider fails, or needs a newer session, the row stays, and the link can be used again.
  if (changed instanceof Problem && changed.code === 'sign-in-again') return changed
  await database.write(({ tx }) => deleteEmailChange(tx, user.id))
  if (changed instanceof Problem) return changed
  const recorded = await recordUser(setup, { ...person, email: change.new_email })
  if (recorded instanceof Problem) return recorded
  devices.remember(http.reply, recorded.email)
  return { user: { email: recorded.email, name }, waitsFor: null }
}

/** Returns the address to which the person wants to change, or null. */
export async function pendingEmail(
  { database }: Pick<Setup, 'database'>,
  userId: string,
): Promise<string | null> {
  const change = await findEmailChange(database.read, { userId, at: now() })
  return change?.new_email ?? null
}
