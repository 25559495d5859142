import type { ShopStart } from '#contract/shop/calls.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import type { DeliveryKind } from '#contract/values/states.ts'
import { isByHand } from '#contract/selling/gateways.ts'
import { findSleep } from '#server/shop/sleep.ts'
import { readProfile } from '#server/shop/stored-settings.ts'
import type { Db } from '#server/shop-database.ts'
import { offeredWays, payNoteFor, readSelling } from './read-selling.ts'

type Setup = { demo: boolean; gateway: string }

/** Finds out which steps of setting up the shop are done, from its settings and its products. */
export async function readStart(db: Db, { demo, gateway }: Setup): Promise<ShopStart> {
  const [sleep, profile, selling, product] = await Promise.all([
    findSleep(db),
    readProfile(db, demo),
    readSelling(db),
    db.selectFrom('products').select('id').where('archived_at', 'is', null).limit(1).executeTakeFirst(),
  ])
  const isDone = {
    name: demo || profile.version > 0,
    delivery: demo || selling.methods.length > 0,
    payment: !isByHand(gateway) || isPaymentSaid(selling, gateway),
    products: product !== undefined,
  }
  const lacksNotice = selling.hasWithdrawal && profile.value.notice.picture === ''
  return { isDone, lacksNotice, gateway, sleep }
}

/** Returns whether the owner has written how to pay by each way that the ways of delivery leave. */
function isPaymentSaid(selling: SellingSettings, gateway: string): boolean {
  const kinds: DeliveryKind[] =
    selling.methods.length > 0 ? selling.methods.map(({ kind }) => kind) : ['parcel']
  const hasBank = selling.bank.iban !== ''
  return offeredWays(selling, gateway).every(
    (way) =>
      way === 'stripe' ||
      (way === 'pickup' ? !kinds.includes('pickup') : hasBank || !kinds.includes('parcel')) ||
      payNoteFor(selling, way).trim() !== '',
  )
}
