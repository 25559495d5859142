import type { ShopStart } from '#contract/shop/start.ts'
import { readSelling } from '#server/selling/read-selling.ts'
import { readProfile } from '#server/shop/read-settings.ts'
import type { Db } from '#server/shop-database.ts'

type Setup = { demo: boolean; gateway: string }

/** Finds out which steps of setting up the shop are done, from its settings and its products. */
export async function readStart(db: Db, { demo, gateway }: Setup): Promise<ShopStart> {
  const [profile, selling, product] = await Promise.all([
    readProfile(db, demo),
    readSelling(db),
    db.selectFrom('products').select('id').where('archived_at', 'is', null).limit(1).executeTakeFirst(),
  ])
  const isDone = {
    name: demo || profile.version > 0,
    delivery: demo || selling.methods.length > 0,
    payment: gateway !== 'later' || selling.payLaterNote.trim() !== '',
    products: product !== undefined,
  }
  return { isDone, gateway }
}
