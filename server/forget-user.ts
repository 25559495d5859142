import { deleteAddresses } from './checkout/delete-addresses.ts'
import type { Db } from './shop-database.ts'
import { deleteWatches } from './stock/delete-watches.ts'

/**
 * Deletes what the domains store about a user for the user alone, because the account is deleted. Orders are kept, with the
 * address to which they were sent.
 */
export async function forgetUser(tx: Db, userId: string): Promise<void> {
  await deleteAddresses(tx, userId)
  await deleteWatches(tx, userId)
}
