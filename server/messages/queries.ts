import type { Db } from '#server/shop-database.ts'
import type { MessageRow } from '#server/tables.ts'

export async function insertMessage(db: Db, message: MessageRow): Promise<void> {
  await db.insertInto('messages').values(message).execute()
}

export function listMessages(
  db: Db,
  { before, limit }: { before: string | null; limit: number },
): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
