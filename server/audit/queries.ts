import type { Db } from '#server/shop-database.ts'
import type { AuditRow } from '#server/tables.ts'

export async function insertEntry(db: Db, entry: AuditRow): Promise<void> {
  await db.insertInto('audit').values(entry).execute()
}
