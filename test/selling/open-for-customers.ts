import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { ShopOpening } from '#contract/shop/profile.ts'

const opening: ShopOpening = { isOpen: true, productsFor: 'signedIn' }

const statement = `INSERT INTO shop_settings (name, value, changed_at)
  VALUES ('opening', '${JSON.stringify(opening)}', 1) ON CONFLICT (name) DO NOTHING`

/**
 * Writes into the database of a real shop that the shop is open, as an admin does who opens it. Without this row,
 * customers see only that the shop opens soon, and cannot buy anything. The database must have all tables. If a shop
 * runs on the database, it must not have served any page or payment yet, because it caches whether it is open.
 */
export async function openForCustomers({
  dataDir,
  databaseUrl,
}: {
  dataDir: string
  databaseUrl?: string | null | undefined
}): Promise<void> {
  if (!databaseUrl) {
    const database = new DatabaseSync(join(dataDir, 'crema.db'), { timeout: 5000 })
    database.exec(statement)
    database.close()
    return
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
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
