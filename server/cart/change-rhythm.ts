import { Problem } from '#contract/errors.ts'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { subscriptionOffer } from '#server/selling/read-selling.ts'
import { choiceOf } from './add-to-cart.ts'
import { lockUser } from './cart.ts'
import type { Cart } from './cart.ts'
import { listEqual } from './change-quantity.ts'
import { notOffered } from './grinds.ts'
import { priceOf } from './payable-lines.ts'
import { isInCart } from './remove-line.ts'

type Choice = { id: string; everyWeeks: Rhythm | null; roastersChoice?: true }

/**
 * Changes how often the lines of the caller's cart that are equal to the line `id` come, or lets them come once if
 * `everyWeeks` is null, and whether the roaster chooses their coffee. They get the price of today. Returns how many lines
 * that are. Lines with the same choices that were in the cart before are equal to them from then on.
 */
export async function changeRhythm(
  cart: Cart,
  caller: Caller,
  { id, everyWeeks, roastersChoice }: Choice,
): Promise<{ acknowledged: true; quantity: number } | Problem> {
  const settings = await cart.settings()
  if (everyWeeks !== null && !subscriptionOffer(settings, cart.paysAtOnce)) return notOffered('everyWeeks')
  return cart.database.write(async ({ tx, publish }) => {
    await lockUser(tx, caller.userId)
    const { line, kept } = await listEqual(tx, caller, id)
    if (!line) return new Problem((await isInCart(tx, id, caller)) ? 'being-paid' : 'not-found')
    if (kept.length === 0) return { acknowledged: true, quantity: 0 } as const
    const product = (await cart.products.byIdsWithin(tx, [line.product_id])).get(line.product_id)
    const roasters_choice = choiceOf(everyWeeks, roastersChoice)
    const changed = { every_weeks: everyWeeks, roasters_choice }
    const price_cents = product ? priceOf(changed, product, settings) : line.price_cents
    await tx
      .updateTable('cart_items')
      .set({ ...changed, price_cents })
      .where('id', 'in', kept)
      .where('user_id', '=', caller.userId)
      .where('payment_id', 'is', null)
      .execute()
    publish({ type: 'line-added', userId: caller.userId })
    return { acknowledged: true, quantity: kept.length } as const
  })
}
