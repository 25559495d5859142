import type { ShopProfile } from '#contract/shop/profile.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** Publishes a profile at the time `at`, which becomes its version, and opens the shop. */
export async function publishProfile(database: ShopDatabase, profile: ShopProfile, at = 1): Promise<void> {
  await database.write(async ({ tx, publish }) => {
    const settings = { profile, opening: { isOpen: true, productsFor: 'signedIn' } }
    for (const [name, value] of Object.entries(settings)) {
      await tx.deleteFrom('shop_settings').where('name', '=', name).execute()
      const row = { name, value: JSON.stringify(value), changed_at: at }
      await tx.insertInto('shop_settings').values(row).execute()
    }
    publish({ type: 'settings-changed' })
  })
}
