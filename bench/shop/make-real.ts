import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DEFAULT_SELLING } from '#contract/selling/settings.ts'
import type { DeliveryMethod, SellingSettings } from '#contract/selling/settings.ts'
import { demoAccounts } from '#contract/values/demo.ts'
import { openForCustomers } from '#test/selling/open-for-customers.ts'
import type { BenchShop } from './bench-shop.ts'

/** The price of a delivery in the shop of `makeReal`, in cents. */
export const DELIVERY_CENTS = 450

const post: DeliveryMethod = {
  id: 'post',
  name: 'Post',
  kind: 'parcel',
  note: '',
  zones: [
    {
      countries: [],
      rate: { type: 'flat', price: DELIVERY_CENTS },
      freeFrom: null,
      transitDays: { least: 1, most: 3 },
    },
  ],
}

const settings: SellingSettings = {
  ...DEFAULT_SELLING,
  methods: [post],
  tax: [{ country: 'PT', standard: 2300, reduced: 600 }],
}

/**
 * Turns a stopped demo shop into a real shop, whose customers choose an address and a delivery before they pay. A
 * real shop refuses to start while the admin of the demo shop is an admin. This function therefore makes that admin a
 * customer. The shop is open for customers.
 */
export async function makeReal({ env, accounts }: BenchShop): Promise<BenchShop> {
  const database = new DatabaseSync(join(env.DATA_DIR, 'crema.db'))
  database.prepare('UPDATE users SET role = NULL WHERE email = ?').run(demoAccounts.admin.email)
  database
    .prepare('INSERT INTO shop_settings (name, value, changed_at) VALUES (?, ?, ?)')
    .run('selling', JSON.stringify(settings), Date.now())
  database.close()
  await openForCustomers({ dataDir: env.DATA_DIR })
  return { env: { ...env, DEMO: '0' }, accounts }
}
