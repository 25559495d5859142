import type { Db } from '#server/shop-database.ts'
import type { MessageRow } from '#server/tables.ts'

export async function insertMessage(db: Db, message: MessageRow): Promise<void> {
  await db.insertInto('messages').values(message).execute()
}
