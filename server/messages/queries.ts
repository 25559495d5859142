import type { Kysely } from 'kysely'
import type { MessageRow, OutboxRow, Tables } from '#server/tables.ts'

type Db = Kysely<Tables>

export async function insertMessage(db: Db, message: MessageRow): Promise<void> {
  await db.insertInto('messages').values(message).execute()
}

export async function insertMail(db: Db, mail: OutboxRow): Promise<void> {
  await db.insertInto('outbox').values(mail).execute()
}

const MOST_AT_ONCE = 20

type Due = { at: number; farthest: number }

/** Mails that are due at `at`, oldest first; those after `farthest` got their time before the clock was set back. */
export function listDue(db: Db, { at, farthest }: Due): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .where('status', '=', 'waiting')
    .where(({ or, eb }) => or([eb('next_try_at', '<=', at), eb('next_try_at', '>', farthest)]))
    .orderBy('next_try_at')
    .limit(MOST_AT_ONCE)
    .execute()
}

/** What a try changes of a mail. */
export type Attempt = Pick<OutboxRow, 'status' | 'tries' | 'next_try_at' | 'error' | 'sent_at'>

type Claim = { due: OutboxRow; next_try_at: number }

/** Counts one more try of a mail that is still as it was read. Returns the mail as it is now, or undefined if it has changed. */
export function claimTry(db: Db, { due, next_try_at }: Claim): Promise<OutboxRow | undefined> {
  return db
    .updateTable('outbox')
    .set({ tries: due.tries + 1, next_try_at })
    .where('id', '=', due.id)
    .where('status', '=', 'waiting')
    .where('tries', '=', due.tries)
    .where('next_try_at', '=', due.next_try_at)
    .returningAll()
    .executeTakeFirst()
}

export async function recordTry(db: Db, { id, ...attempt }: Attempt & Pick<OutboxRow, 'id'>): Promise<void> {
  await db.updateTable('outbox').set(attempt).where('id', '=', id).execute()
}

type Page = { before: string | null; limit: number }

export function listMessages(db: Db, { before, limit }: Page): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function listMails(db: Db, { before, limit }: Page): Promise<OutboxRow[]> {
  return db
    .selectFrom('outbox')
    .selectAll()
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Sets a mail that was given up back to waiting, with all its tries; answers its subject when it was there. */
export function waitAgain(
  db: Db,
  { id, at }: { id: string; at: number },
): Promise<Pick<OutboxRow, 'subject'> | undefined> {
  return db
    .updateTable('outbox')
    .set({ status: 'waiting', tries: 0, next_try_at: at, error: null })
    .where('id', '=', id)
    .where('status', '=', 'failed')
    .returning('subject')
    .executeTakeFirst()
}
