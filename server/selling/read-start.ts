import type { ShopStart } from '#contract/shop/calls.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { readProfile } from '#server/shop/stored-settings.ts'
import type { Db } from '#server/shop-database.ts'
import { payNoteFor, readSelling } from './read-selling.ts'

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
    payment: gateway !== 'later' || isPaymentSaid(selling),
    products: product !== undefined,
  }
  return { isDone, gateway }
}

/** Returns whether the owner has written how to pay for each way of delivery. */
function isPaymentSaid(selling: SellingSettings): boolean {
  const kinds = selling.methods.length > 0 ? selling.methods.map(({ kind }) => kind) : (['parcel'] as const)
  return kinds.every((kind) => payNoteFor(selling, kind).trim() !== '')
}
