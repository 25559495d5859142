import type { ShopOpening } from '#contract/shop/profile.ts'
import { runSql } from '../processes/run-sql.ts'
import type { DatabasePlace } from '../processes/run-sql.ts'

const opening: ShopOpening = { isOpen: true, productsFor: 'signedIn' }

const statement = `INSERT INTO shop_settings (name, value, changed_at)
  VALUES ('opening', '${JSON.stringify(opening)}', 1) ON CONFLICT (name) DO NOTHING`

/**
 * Writes into the database of a real shop that the shop is open, as an admin does who opens it. Without this row,
 * customers see only that the shop opens soon, and cannot buy anything. The database must have all tables. If a shop
 * runs on the database, it must not have served any page or payment yet, because it caches whether it is open.
 */
export async function openForCustomers(place: DatabasePlace): Promise<void> {
  await runSql(place, statement)
}

/**
 * Returns the setting with which a shop that is no demo accepts every payment at once and moves no money, as most tests
 * need it. A shop with a public address, or with a gateway in its own `settings`, gets nothing.
 */
export function instantPayments({ PUBLIC_URL, PAYMENT_GATEWAY }: NodeJS.ProcessEnv): {
  PAYMENT_GATEWAY?: string
} {
  return PUBLIC_URL || PAYMENT_GATEWAY ? {} : { PAYMENT_GATEWAY: 'instant-for-tests' }
}
