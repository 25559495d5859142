import { deleteAddresses } from './checkout/delete-addresses.ts'
import type { Db } from './shop-database.ts'
import { deleteWatches } from './stock/delete-watches.ts'

/**
 * Deletes a user's saved addresses and requests for mails about sold-out products, because the account is deleted.
 * Orders are kept, with the addresses to which they were sent.
 */
export async function forgetUser(tx: Db, userId: string): Promise<void> {
  await deleteAddresses(tx, userId)
  await deleteWatches(tx, userId)
}
