import type { ShopProfile } from '#contract/shop/profile.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { forSignedIn, saveSetting } from '../selling/opening.ts'

/** Publishes a profile at the time `at`, which becomes its version, and opens the shop. */
export async function publishProfile(database: ShopDatabase, profile: ShopProfile, at = 1): Promise<void> {
  await saveSetting(database, 'opening', { value: forSignedIn, at })
  await saveSetting(database, 'profile', { value: profile, at })
}
