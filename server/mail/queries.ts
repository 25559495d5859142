import { sql } from 'kysely'
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db } from '#server/shop-database.ts'
import type { OutboxRow, Tables } from '#server/tables.ts'

export async function insertMails(db: Db, mails: OutboxRow[]): Promise<void> {
  await db.insertInto('outbox').values(mails).execute()
}

export function findMail(db: Db, id: string): Promise<OutboxRow | undefined> {
  return db.selectFrom('outbox').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * The times of tries. The n-th retry is `firstWaitMs * 2 ** (n - 1)` after the try before it. The wait is doubled at
 * most `doublings` times.
 */
export type RetryTimes = { at: number; firstWaitMs: number; doublings: number }

export async function isMailDue(db: Db, times: RetryTimes): Promise<boolean> {
  const row = await db.selectFrom('outbox').select('id').where(dueAt(times)).limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Claims the mail that has been due for the longest time, in one statement: counts a try and sets the time of the next
 * one. No other process can claim the mail before that time. Returns the mail as it is now, or undefined if none was
 * claimed.
 *
 * The condition is in the subquery and outside of it. On PostgreSQL two processes may choose the same row. The second
 * one waits for the first, and then checks only the outer condition again.
 */
export function claimMail(db: Db, times: RetryTimes): Promise<OutboxRow | undefined> {
  const { at, firstWaitMs, doublings } = times
  const factor = sql<number>`CASE WHEN tries < ${doublings} THEN 1 << tries ELSE ${sql.lit(2 ** doublings)} END`
  return db
    .updateTable('outbox')
    .set({
      tries: sql<number>`tries + 1`,
      next_try_at: sql<number>`CAST(${at} AS BIGINT) + ${sql.lit(firstWaitMs)} * (${factor})`,
    })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('outbox').select('id').where(dueAt(times)).orderBy('next_try_at').limit(1),
    )
    .where(dueAt(times))
    .returningAll()
    .executeTakeFirst()
}

/**
 * Returns the condition that a mail is due. A mail whose next try is further away than the longest wait is due too: it
 * was set before the clock was set back.
 */
function dueAt({ at, firstWaitMs, doublings }: RetryTimes) {
  const farthest = at + firstWaitMs * 2 ** doublings
  return ({ and, or, eb }: ExpressionBuilder<Tables, 'outbox'>): Expression<SqlBool> =>
    and([eb('status', '=', 'waiting'), or([eb('next_try_at', '<=', at), eb('next_try_at', '>', farthest)])])
}

/** The columns that store the result of a try. */
export type TryResult = Pick<
  OutboxRow,
  'status' | 'tries' | 'next_try_at' | 'error' | 'sent_at' | 'recipient' | 'data'
>

/** Stores the result of a try. Does nothing if the claim has expired and another process has claimed the mail since. */
export async function recordTry(
  db: Db,
  { claimed, result }: { claimed: OutboxRow; result: TryResult },
): Promise<void> {
  const { status, recipient, tries, next_try_at, error, sent_at, data } = result
  await db
    .updateTable('outbox')
    .set({ status, recipient, tries, next_try_at, error, sent_at, data })
    .where('id', '=', claimed.id)
    .where('status', '=', 'waiting')
    .where('tries', '=', claimed.tries)
    .execute()
}

/**
 * Sets a failed mail to waiting and due at `at`, with no tries counted. Returns its subject, or undefined if there is
 * no such mail or its data was deleted.
 */
export function queueAgain(
  db: Db,
  { id, at }: { id: string; at: number },
): Promise<Pick<OutboxRow, 'subject'> | undefined> {
  return db
    .updateTable('outbox')
    .set({ status: 'waiting', tries: 0, next_try_at: at, error: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .where(({ or, eb }) => or([eb('template', 'is', null), eb('data', 'is not', null)]))
    .returning('subject')
    .executeTakeFirst()
}
