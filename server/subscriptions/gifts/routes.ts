import { Problem } from '#contract/errors.ts'
import { giftCalls } from '#contract/orders/gifts.ts'
import type { NewGift } from '#contract/orders/gifts.ts'
import { lockGuest, setGuest } from '#server/guests/guests.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { Db } from '#server/shop-database.ts'
import { buyGift } from './buy-gift.ts'
import type { Buyer } from './buy-gift.ts'
import { renewCode } from './mail-code.ts'
import { openGift, redeemGift } from './open-gift.ts'
import { quoteGift } from './quote-gift.ts'
import type { GiftParts } from './quote-gift.ts'

/** A quote needs no buyer. */
const VISITOR = { id: '', email: '', name: '' }

/** Adds the routes with which subscriptions are bought as gifts, and with which their recipients begin them. */
export function giftRoutes(setup: CallsSetup, parts: GiftParts): void {
  const { database, selling, rememberGuest } = parts
  serveCalls(setup, giftCalls, {
    'POST /gifts/quote': async ({ body }) => {
      const quoted = await quoteGift(parts, await selling.settings(), { ...body, buyer: VISITOR })
      return quoted instanceof Problem ? quoted : quoted.quote
    },
    'POST /gifts': async ({ caller, body: { guest, ...wanted }, request, reply }) => {
      const gift = { ...wanted, ip: request.ip }
      if (caller) return buyGift(parts, { ...caller, id: caller.userId }, gift)
      if (!guest || parts.payments.currentGateway.kind === 'local') return new Problem('not-signed-in')
      const buyer = await database.write(({ tx }) => storeBuyer(tx, wanted.requestId, guest))
      if (buyer instanceof Problem) return buyer
      rememberGuest({ request, reply }, buyer)
      return buyGift(parts, buyer, gift)
    },
    'POST /gifts/code': ({ body }) => openGift(database.read, body.code),
    'POST /order/{id}/giftCode': ({ caller, params }) => renewCode(parts, caller, params.id),
    'POST /gifts/subscription': ({ caller, body }) => redeemGift(parts, caller, body),
  })
}

/** Stores a guest who buys a gift. The guest of an earlier request that has paid, or is about to, stays as it is. */
async function storeBuyer(
  tx: Db,
  requestId: string,
  { name, email }: NonNullable<NewGift['guest']>,
): Promise<Buyer | Problem> {
  const { id, archived_at, ...stored } = await lockGuest(tx, { cartId: `gift ${requestId}` })
  if (archived_at !== null) return new Problem('state-conflict')
  const bought = tx.selectFrom('gifts').select('payment_id').where('user_id', '=', id).limit(1)
  if (await bought.executeTakeFirst()) return { id, name: stored.name, email: stored.email }
  const buyer = { id, name: name.trim(), email: email.toLowerCase() }
  await setGuest(tx, buyer)
  return buyer
}
