import { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { now } from '#server/platform/clock.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import type { UserRow } from '#server/tables.ts'
import type { TokenKind, TokenRow } from '#server/tables/account-rows.ts'
import { rememberDevice } from '../cookies.ts'
import type { CookieSetup, Http } from '../cookies.ts'
import {
  changeAccount,
  findAccountByEmail,
  findUserByEmail,
  lockAccount,
  refuseDuplicate,
} from '../queries.ts'
import { mailboxOf, withinMailLimits } from './mail-limits.ts'
import { recordUser } from '../record-user.ts'
import type { RecordSetup } from '../record-user.ts'
import { stepUp } from '../step-up.ts'
import type { StepUp, StepUpSetup } from '../step-up.ts'
import { deleteTokens, listTokens, MAILED_LINKS, mint, takeToken } from '../tokens.ts'

/** How long the links to the old and to the new address can be used, in milliseconds. */
export const EMAIL_LINKS_MS = 30 * 60 * 1000

/**
 * Both links have the same expiry, are made together and are deleted together, so that no link waits for one that is
 * gone.
 */
const LINKS: TokenKind[] = ['email-old', 'email-new']

/** What the token of each link stands for: the present address and the new one. */
type EmailChange = { from: string; to: string }

type Setup = RecordSetup & StepUpSetup & CookieSetup & { sendsMail: boolean }

/**
 * Mails a link to the present address and one to the new address of a person. The address is changed when the person has
 * used both. If another account has the new address, that address gets a mail that says so instead of a link. The
 * response does not show that.
 */
export async function requestEmailChange(
  setup: Setup,
  asked: StepUp & { body: { email: string } },
): Promise<true | Problem> {
  const { database, limits } = setup
  if (setup.provider) return new Problem('operation-not-allowed')
  if (!setup.sendsMail) return new Problem('no-mail')
  const user = await recordUser(setup, asked.person)
  if (user instanceof Problem) return user
  const email = asked.body.email.toLowerCase()
  if (email === user.email) return new Problem('same-email')
  const confirmed = await stepUp(setup, asked)
  if (confirmed instanceof Problem) return confirmed
  // The second limit is for the new address. Otherwise the owner of several accounts could send it very many mails.
  const keys = [
    { key: `change email of ${user.id}` },
    { key: `change email to ${mailboxOf(email)}`, ip: asked.request.ip },
  ]
  await withinMailLimits(limits, keys, () => mailLinks(database, user, email))
  return true
}

/** The link to the new address is made in any case, so that a taken address cannot be told by the time this takes. */
async function mailLinks(database: ShopDatabase, user: UserRow, newEmail: string): Promise<void> {
  const { subject: owner, name, email: from } = user
  const isTaken = Boolean(await findUserByEmail(database.read, newEmail))
  const expiresAt = now() + EMAIL_LINKS_MS
  await database.write(async ({ tx, publish }) => {
    await lockAccount(tx, owner)
    await deleteTokens(tx, { owner, kinds: LINKS })
    const data: EmailChange = { from, to: newEmail }
    const toOld = await mint(tx, { kind: 'email-old', owner, data, expiresAt })
    const toNew = await mint(tx, { kind: 'email-new', owner, data, expiresAt })
    await queueMails(tx, [
      {
        recipient: from,
        replyTo: null,
        subject: 'Your new email address',
        data: { template: 'email-change-old', name, newEmail, token: toOld, expiresAt },
      },
      {
        recipient: newEmail,
        replyTo: null,
        ...(isTaken
          ? { subject: 'You have an account already', data: { template: 'address-taken' } }
          : {
              subject: 'Confirm your email address',
              data: { template: 'email-change-new', name, token: toNew, expiresAt },
            }),
      },
    ])
    publish({ type: 'mail-changed' })
  })
}

/** What using one of the two links leads to: a changed address, or the address whose link is still unused. */
export type EmailLinkResult = { user: Person; waitsFor: string | null }

/**
 * Uses one of the two links, in a browser in which the person is signed in. If it is the second one, changes the address.
 * A link of another person's account is refused, so that no one confirms an address for the account of another person.
 */
export async function followEmailLink(
  setup: Setup,
  { person, body: { token }, ...http }: Http & { person: SessionPerson; body: { token: string } },
): Promise<EmailLinkResult | Problem> {
  const followed = await setup.database
    .write(({ tx }) => takeLink(tx, { account: person.subject, token }))
    .catch(refuseDuplicate)
  if (followed instanceof Problem) return followed
  const recorded = await recordUser(setup, { ...person, email: followed.email })
  if (recorded instanceof Problem) return recorded
  if (followed.waitsFor === null) rememberDevice(http, setup, recorded.email)
  return { user: { email: recorded.email, name: person.name }, waitsFor: followed.waitsFor }
}

/** Takes one of the two links. With the last one, changes the address and ends the links to reset the password. */
async function takeLink(
  tx: Db,
  { account: id, token }: { account: string; token: string },
): Promise<{ email: string; waitsFor: string | null } | Problem> {
  const account = await lockAccount(tx, id)
  const taken = await takeToken(tx, { token, kinds: LINKS, at: now() })
  const { from, to } = changeIn(taken)
  if (!account || taken?.owner !== id || from !== account.email) return new Problem('link-used')
  // Also finds the other link if it has expired between these two statements.
  const [other] = await listTokens(tx, { owner: id, kinds: LINKS, at: 0 })
  if (other) return { email: from, waitsFor: taken.kind === 'email-old' ? to : from }
  if (await findAccountByEmail(tx, to)) return new Problem('email-already-in-use')
  await changeAccount(tx, id, { email: to, confirmed: 1 })
  await deleteTokens(tx, { owner: id, kinds: MAILED_LINKS })
  return { email: to, waitsFor: null }
}

function changeIn(token: Pick<TokenRow, 'data'> | undefined): EmailChange {
  return token ? JSON.parse(token.data) : { from: '', to: '' }
}

/** Returns the address to which the person wants to change, or null. */
export async function pendingEmail(db: Db, account: string): Promise<string | null> {
  const [token] = await listTokens(db, { owner: account, kinds: LINKS, at: now() })
  return token ? changeIn(token).to : null
}

/** Makes the links useless that were mailed for a change of the address. */
export async function cancelEmailChange({ write }: ShopDatabase, owner: string): Promise<void> {
  await write(({ tx }) => deleteTokens(tx, { owner, kinds: LINKS }))
}
