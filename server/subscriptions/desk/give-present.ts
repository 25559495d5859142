import { Problem } from '#contract/errors.ts'
import type { Modified } from '#contract/fields.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { lockUser } from '#server/cart/cart.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { Parts } from '../order-delivery.ts'
import { storePresent } from './presents.ts'
import { isClosed } from '../schedule.ts'
import { selectNamed } from './list-subscriptions.ts'
import type { NamedSubscription } from './list-subscriptions.ts'

/**
 * Adds a bag of a coffee to the next delivery of a subscription, or takes it back if `productId` is null. The customer is not told
 * before the delivery is ordered. Returns the problem `delivery-closed` if that is happening.
 */
export async function givePresent(
  { payments: { products, database }, selling }: Parts,
  caller: Caller,
  { id, productId }: { id: string; productId: string | null },
): Promise<Modified | Problem> {
  const settings = await selling.settingsNow()
  return database.write(async ({ tx }) => {
    const one = selectNamed(tx).where('id', '=', id)
    const found = await one.executeTakeFirst()
    if (!found) return new Problem('not-found')
    await lockUser(tx, found.user_id)
    const subscription = await one.executeTakeFirstOrThrow()
    const problem = findProblem(settings, subscription, productId === null)
    if (problem) return problem
    const product = productId === null ? null : (await products.byIdsWithin(tx, [productId])).get(productId)
    if (product === undefined) return new Problem('unknown-product')
    await storePresent(tx, id, product && { productId: product.id, soldOutOn: null })
    const action = product ? 'gave present' : 'took back present'
    await writeAudit(tx, caller, { action, subject: subscription.name, detail: product?.name ?? '' })
    return { acknowledged: true, modifiedCount: 1 }
  })
}

function findProblem(
  settings: SellingSettings,
  subscription: NamedSubscription,
  isTakenBack: boolean,
): Problem | null {
  const isActive = subscription.state === 'active'
  if (isActive && isClosed(settings, subscription)) return new Problem('delivery-closed')
  const isPossible = isTakenBack ? subscription.present !== null : isActive
  return isPossible ? null : new Problem('state-conflict')
}
