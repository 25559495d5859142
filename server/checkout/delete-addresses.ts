import type { Db } from '#server/shop-database.ts'

/** Deletes all saved addresses of a user. */
export async function deleteAddresses(tx: Db, userId: string): Promise<void> {
  await tx.deleteFrom('addresses').where('user_id', '=', userId).execute()
}
