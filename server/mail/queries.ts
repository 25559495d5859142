import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { MailTemplate } from '#contract/values/mails.ts'
import type { Db } from '#server/shop-database.ts'
import type { Tables } from '#server/tables.ts'
import type { OutboxRow } from '#server/tables/mail-rows.ts'

/** The time of the next try of a mail that is due at once, however the clocks of the processes differ. */
export const DUE_AT_ONCE = 0

/** After this number of failed tries, a mail is given up. */
export const MAX_TRIES = 8

/** The first retry comes this time after the first try. For each further retry, the wait is doubled. */
const FIRST_WAIT_MS = 60_000
const MAX_DOUBLINGS = MAX_TRIES - 1

/** The time `at` is that of the database in UTC milliseconds. Mails that were written before `from` are not sent. */
type Due = { at: number; from: number }

export async function isMailDue(db: Db, due: Due): Promise<boolean> {
  const row = await db.selectFrom('outbox').select('id').where(isDue(due)).limit(1).executeTakeFirst()
  return row !== undefined
}

/** Templates with a link or a code for one use, for which the recipient waits. */
const URGENT_TEMPLATES: readonly MailTemplate[] = [
  'password-reset',
  'confirm-sign-up',
  'email-change-old',
  'email-change-new',
  'subscription-code',
]

/**
 * Templates with secret data: a code, or the token in a link. A person who reads that data in the database could act as the
 * recipient, so it is deleted once it is no longer needed.
 */
export const SECRET_TEMPLATES: readonly (MailTemplate | null)[] = [
  ...URGENT_TEMPLATES,
  'subscription',
  'gift',
  'withdrawal-link',
  'watch-link',
]

const hasLink = sql<number>`CASE WHEN template IN (${sql.join(URGENT_TEMPLATES.map((name) => sql.lit(name)))}) THEN 1 ELSE 0 END`

/**
 * Claims the mail that has been due for the longest time. Mails with links for one use come before all others, because
 * their recipients wait for them, and most of these links are valid for only half an hour. One statement counts the try
 * and sets the time of the next try. Until that time no other process can claim the mail. Returns the updated mail, or
 * undefined if none was claimed.
 *
 * The condition "is due" stands in the subquery and again outside of it. On PostgreSQL, two processes may choose the
 * same row in the subquery. The second process then waits for the first, and afterwards checks only the outer condition
 * again.
 */
export function claimMail(db: Db, due: Due): Promise<OutboxRow | undefined> {
  const factor = sql<number>`CASE WHEN tries < ${sql.lit(MAX_DOUBLINGS)} THEN 1 << tries ELSE ${sql.lit(2 ** MAX_DOUBLINGS)} END`
  return db
    .updateTable('outbox')
    .set({
      tries: sql<number>`tries + 1`,
      next_try_at: sql<number>`CAST(${due.at} AS BIGINT) + ${sql.lit(FIRST_WAIT_MS)} * (${factor})`,
    })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('outbox')
        .select('id')
        .where(isDue(due))
        .orderBy(hasLink, 'desc')
        .orderBy('next_try_at')
        .orderBy('id')
        .limit(1),
    )
    .where(isDue(due))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Returns the SQL condition for mails that are due. A mail whose next try is further in the future than the longest
 * wait is due as well: the machine's clock must have been set back after the time of that try was stored.
 */
function isDue({ at, from }: Due) {
  const farthest = at + FIRST_WAIT_MS * 2 ** MAX_DOUBLINGS
  return ({ and, or, eb }: ExpressionBuilder<Tables, 'outbox'>): Expression<SqlBool> =>
    and([
      eb('status', '=', 'waiting'),
      eb('created_at', '>=', from),
      or([eb('next_try_at', '<=', at), eb('next_try_at', '>', farthest)]),
    ])
}

/** The columns that a try to send a mail changes. */
export type TryResult = Partial<
  Pick<OutboxRow, 'status' | 'tries' | 'next_try_at' | 'error' | 'sent_at' | 'recipient' | 'data'>
>

/**
 * Stores the result of trying to send a mail. Does nothing if the claim on the mail has expired and another process
 * has claimed the mail since.
 */
export async function recordTry(db: Db, claimed: OutboxRow, result: TryResult): Promise<void> {
  await db
    .updateTable('outbox')
    .set(result)
    .where('id', '=', claimed.id)
    .where('status', '=', 'waiting')
    .where('tries', '=', claimed.tries)
    .execute()
}

/**
 * Queues a failed mail again: it is due at once, and its number of tries is set to 0. Returns the mail's subject, or
 * undefined if there is no failed mail with this id or its data was deleted.
 */
export function queueAgain(db: Db, id: string): Promise<Pick<OutboxRow, 'subject'> | undefined> {
  return db
    .updateTable('outbox')
    .set({ status: 'waiting', tries: 0, next_try_at: DUE_AT_ONCE, error: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .where(({ or, eb }) => or([eb('template', 'is', null), eb('data', 'is not', null)]))
    .returning('subject')
    .executeTakeFirst()
}
