import type { Db } from '#server/shop-database.ts'

/**
 * Gives all mails to a person's former address the new one. They are found by the address, for the export of the person's
 * data and for its deletion. Mails that wait to be sent go to the new address.
 */
export async function moveMails(tx: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable('outbox').set({ recipient: to }).where('recipient', '=', from).execute()
}
