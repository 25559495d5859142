import { now } from '#server/platform/clock.ts'
import { findSleep } from '#server/shop/sleep.ts'
import { isUnavailable } from '#server/platform/database/database-errors.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { OutboxRow } from '#server/tables/mail-rows.ts'
import type { MailComposer } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'
import { claimMail, isMailDue, MAX_TRIES, recordTry, SECRET_TEMPLATES } from './queries.ts'
import type { TryResult } from './queries.ts'

/**
 * If the mail server has not accepted a mail within this time, the try counts as failed. This time must be shorter than
 * the shortest claim on a mail (`FIRST_WAIT_MS`), so that no other process sends the mail at the same time.
 */
const SEND_TIMEOUT_MS = 30_000

/**
 * The parameters for delivering mails. `ownerAddress` is the shop owner's email address. Mails without a recipient are
 * sent to it. Mails without a Reply-To address get it as their Reply-To address.
 */
export type Delivery = {
  database: ShopDatabase
  mailer: Mailer
  composer: Pick<MailComposer, 'compose'>
  ownerAddress: string
}

/**
 * Sends every mail that is due, one after the other. After a failed try, a mail is retried after `FIRST_WAIT_MS`, then
 * after twice the time before, and is given up after `MAX_TRIES` tries (both in `queries.ts`).
 *
 * Before a mail is sent, it is claimed: the number of tries is increased, and the time of the next try is set. If the
 * database refuses writes, the claim fails and nothing is sent. While the claim is valid, no other process sends the
 * mail. The times are those of `database.time`, because the clocks of two processes may differ. If the process is
 * killed, or cannot store the result, the claim expires at the time of the next try. Then any process sends the mail,
 * possibly for a second time.
 *
 * If the shop closes while a mail is being sent, the mail is queued again and may be sent twice.
 *
 * Secret data of a mail is deleted after its last try. A mail that is out of date, such as one with an expired link, is
 * given up without being sent. While the shop sleeps, because it may be a copy, it sends no mails that are older.
 */
export async function deliverMail(
  delivery: Delivery,
  stopping = new AbortController().signal,
): Promise<void> {
  const { database } = delivery
  while (!stopping.aborted) {
    const at = await database.time()
    // Checks for a mail with a read first. A shop without mails would otherwise write to its disk every second.
    const due = { at, from: (await findSleep(database.read))?.since ?? 0 }
    if (!(await isMailDue(database.read, due))) return
    const claimed = await database.write(({ tx }) => claimMail(tx, due))
    if (claimed && !(await sendClaimed(delivery, { claimed, at }, stopping))) return
  }
}

/**
 * Sends a mail that was claimed at the time `at`, and stores the result. Returns whether the try counts. If not, the mail
 * is due again at once.
 */
async function sendClaimed(
  delivery: Delivery,
  { claimed, at }: { claimed: OutboxRow; at: number },
  stopping: AbortSignal,
): Promise<boolean> {
  const result = await tryOnce(delivery, claimed, stopping)
  await delivery.database.write(async ({ tx, publish }) => {
    await recordTry(tx, claimed, result ?? { tries: claimed.tries - 1, next_try_at: at })
    if (result) publish({ type: 'mail-changed' })
  })
  return result !== null
}

/**
 * Sends the mail and returns the result. Returns null if the try does not count: the shop closes before the mail server
 * has responded, or the database cannot be read at the moment.
 */
async function tryOnce(
  { mailer, composer, ownerAddress }: Delivery,
  claimed: OutboxRow,
  stopping: AbortSignal,
): Promise<TryResult | null> {
  const { id, reply_to, subject } = claimed
  const to = claimed.recipient ?? ownerAddress
  const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
  let isComposed = false
  try {
    const content = await composer.compose(claimed)
    isComposed = true
    if (!content) return ended(claimed, 'What this mail was about has expired or no longer exists.')
    const mail = { id, to, replyTo: reply_to || ownerAddress, subject, ...content }
    await mailer.send(mail, AbortSignal.any([stopping, timeout]))
    return ended(claimed, null)
  } catch (thrown) {
    if (stopping.aborted || (!isComposed && isUnavailable(thrown))) return null
    const error = timeout.aborted ? 'The mail server took too long.' : messageOf(thrown)
    return claimed.tries >= MAX_TRIES ? ended(claimed, error) : { error }
  }
}

/**
 * Returns the values to store after the last try of a mail: it was sent if `error` is null. Deletes the data if it is
 * secret. A mail to a person whose account was deleted keeps neither the name nor the address, nor the error, in which
 * mail servers often repeat the address.
 */
function ended({ template, data }: OutboxRow, error: string | null): TryResult {
  const isFarewell = template === 'account-deleted'
  return {
    ...(error === null ? { status: 'sent', sent_at: now() } : { status: 'failed' }),
    ...(isFarewell && { recipient: '' }),
    error: isFarewell && error !== null ? 'The mail server did not accept this mail.' : error,
    data: isFarewell || SECRET_TEMPLATES.includes(template) ? null : data,
  }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
