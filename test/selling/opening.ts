import type { ShopOpening } from '#contract/shop/profile.ts'
import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { OPENING } from '#server/shop/stored-settings.ts'

/**
 * Opens or closes a test shop, and sets who may see its products. Publishes the event that is published when an admin
 * changes this.
 */
export async function saveOpening(database: ShopDatabase, opening: ShopOpening): Promise<void> {
  const row = { value: JSON.stringify(opening), changed_at: now() }
  await database.write(async ({ tx, publish }) => {
    await tx
      .insertInto('shop_settings')
      .values({ name: OPENING, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    publish({ type: 'settings-changed' })
  })
}

export const forEveryone: ShopOpening = { isOpen: true, productsFor: 'everyone' }
export const forSignedIn: ShopOpening = { isOpen: true, productsFor: 'signedIn' }
