import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { OutboxRow } from '#server/tables.ts'
import type { MailComposer } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'
import { claimMail, isMailDue, recordTry } from './queries.ts'
import type { TryResult } from './queries.ts'
import { isSecret } from './queue-mail.ts'

const MAX_TRIES = 8
const RETRY = { firstWaitMs: 60_000, doublings: MAX_TRIES - 1 }
/**
 * A mail counts as failed if the mail server has not accepted it within this time. It must be shorter than the shortest
 * claim.
 */
const SEND_TIMEOUT_MS = 30_000

/** `ownerAddress` receives the mails that have no recipient of their own, and replies to mails that name no other address. */
export type Delivery = {
  database: ShopDatabase
  mailer: Mailer
  composer: Pick<MailComposer, 'compose'>
  ownerAddress: string
}

/**
 * Sends every mail that is due, one after the other. A failed mail is retried after 1, 2, 4 … minutes and given up
 * after eight tries.
 *
 * A mail is claimed before it is sent: its try is counted, and the time of its next try is set. Nothing is therefore
 * sent while the database refuses writes, and no two processes send the same mail. If the process is killed, or the
 * result cannot be stored, the claim expires at the time of the next try, and any process sends the mail then.
 *
 * A mail that is in flight when the shop closes is put back. It may be sent twice.
 *
 * Secret data is deleted with the result of the last try. A mail that is out of date is given up without a try.
 */
export async function deliverMail(
  delivery: Delivery,
  stopping = new AbortController().signal,
): Promise<void> {
  const { database } = delivery
  while (!stopping.aborted) {
    const times = { at: now(), ...RETRY }
    // Without this read, an idle shop would write to its disk every few seconds.
    if (!(await isMailDue(database.read, times))) return
    const claimed = await database.write(({ tx }) => claimMail(tx, times))
    if (claimed) await sendClaimed(delivery, claimed, stopping)
  }
}

async function sendClaimed(delivery: Delivery, claimed: OutboxRow, stopping: AbortSignal): Promise<void> {
  const result = await tryOnce(delivery, claimed, stopping)
  await delivery.database.write(async ({ tx, publish }) => {
    await recordTry(tx, { claimed, result: result ?? putBack(claimed) })
    if (result) publish({ type: 'mail-changed' })
  })
}

/** Sends the mail and returns the result. Returns null if the shop closes before the mail server has answered. */
async function tryOnce(
  { mailer, composer, ownerAddress }: Delivery,
  claimed: OutboxRow,
  stopping: AbortSignal,
): Promise<TryResult | null> {
  const { id, reply_to, subject } = claimed
  const to = claimed.recipient ?? ownerAddress
  const timeout = AbortSignal.timeout(SEND_TIMEOUT_MS)
  try {
    const content = await composer.compose(claimed)
    if (!content) return failed(claimed, 'This mail was out of date before it could be sent.')
    const mail = { id, to, replyTo: reply_to || ownerAddress, subject, ...content }
    await mailer.send(mail, AbortSignal.any([stopping, timeout]))
    return ended(claimed, { status: 'sent', recipient: to, error: null, sent_at: now() })
  } catch (thrown) {
    if (stopping.aborted) return null
    const error = timeout.aborted ? 'The mail server took too long.' : messageOf(thrown)
    if (claimed.tries >= MAX_TRIES) return failed(claimed, error)
    return { ...claimed, status: 'waiting', error, sent_at: null }
  }
}

function failed(claimed: OutboxRow, error: string): TryResult {
  return ended(claimed, { status: 'failed', recipient: claimed.recipient, error, sent_at: null })
}

/** The result of the last try of a mail. */
function ended(
  { tries, next_try_at, template, data }: OutboxRow,
  result: Pick<TryResult, 'status' | 'recipient' | 'error' | 'sent_at'>,
): TryResult {
  return { ...result, tries, next_try_at, data: isSecret(template) ? null : data }
}

/** Returns the columns of the mail before it was claimed: due now, with one try less. */
function putBack(claimed: OutboxRow): TryResult {
  return { ...claimed, status: 'waiting', tries: claimed.tries - 1, next_try_at: now(), sent_at: null }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
