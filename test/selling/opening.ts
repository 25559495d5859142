import type { ShopOpening } from '#contract/shop/profile.ts'
import { now } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { OPENING } from '#server/shop/stored-settings.ts'

/** Writes a setting of a test shop, and publishes the event that is published when an admin saves it. */
export async function saveSetting(
  { write }: Pick<ShopDatabase, 'write'>,
  name: string,
  { value, at = now() }: { value: object; at?: number },
): Promise<void> {
  const row = { value: JSON.stringify(value), changed_at: at }
  await write(async ({ tx, publish }) => {
    await tx
      .insertInto('shop_settings')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
    publish({ type: 'settings-changed' })
  })
}

/** Opens or closes a test shop, and sets who may see its products. */
export function saveOpening(database: ShopDatabase, opening: ShopOpening): Promise<void> {
  return saveSetting(database, OPENING, { value: opening })
}

export const forEveryone: ShopOpening = { isOpen: true, productsFor: 'everyone' }
export const forSignedIn: ShopOpening = { isOpen: true, productsFor: 'signedIn' }
