import { Problem } from '#contract/errors.ts'
import type { OwnSubscription, SubscriptionChange } from '#contract/orders/subscriptions.ts'
import type { SellingSettings } from '#contract/selling/settings.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import type { SubscriptionRow } from '#server/tables/subscription-rows.ts'
import type { Parts } from '../order-delivery.ts'
import { changeWithin } from '../own/change-subscription.ts'
import { readSubscription } from '../own/list-subscriptions.ts'
import { costOf } from '../own/subscriptions-by-link.ts'
import { planFrom } from '../schedule.ts'
import { queueSubscriptionMail } from '../subscription-mails.ts'
import { selectNamed } from './list-subscriptions.ts'
import type { NamedSubscription } from './list-subscriptions.ts'

/**
 * Changes a subscription for its customer, who gets a mail about it. What would make a delivery dearer needs the customer's own
 * consent, and so does starting an ended subscription again: both are refused.
 */
export function changeForCustomer(
  { payments: { products }, sendsMail = false, ...parts }: Parts,
  caller: Caller,
  { id, change }: { id: string; change: SubscriptionChange },
): Promise<OwnSubscription | Problem> {
  return parts.database.write(async (write) => {
    const { tx } = write
    const named = selectNamed(tx).where('id', '=', id)
    const one = await named.executeTakeFirst()
    if (!one) return new Problem('not-found')
    // The mail below says more than those to customers who change a subscription themselves.
    const quiet = { ...parts, products, sendsMail: false }
    const changed = await changeWithin(quiet, write, {
      id,
      change,
      userId: one.user_id,
      endsGift: change.state === 'ended',
    })
    if (changed instanceof Problem) return changed
    const { before, after, settings } = changed
    if (before.state === 'ended' || isDearer(before, after)) return new Problem('needs-consent')
    if (sendsMail) await tell(write, changed)
    await writeAudit(tx, caller, {
      action: after.state === 'ended' ? 'ended subscription' : 'changed subscription',
      subject: `${one.name}: ${one.coffee}`,
      detail: detailOf(one, await named.executeTakeFirstOrThrow()),
    })
    return readSubscription(tx, settings, id)
  })
}

/** Delivery to another place may cost more. */
function isDearer(before: SubscriptionRow, after: SubscriptionRow): boolean {
  return costOf(after) > costOf(before) || after.checkout !== before.checkout
}

type Changed = { before: SubscriptionRow; after: SubscriptionRow; settings: SellingSettings }

function tell(write: ShopWrite, { before, after, settings }: Changed): Promise<void> {
  if (after.state === 'ended') {
    const { ended_reason: reason } = after
    return queueSubscriptionMail(write, {
      event: 'stopped',
      subscriptions: [after],
      ...(reason !== null && { reason }),
    })
  }
  const roastOn = planFrom(settings, after)?.roastOn
  return queueSubscriptionMail(write, {
    event: 'changed',
    subscriptions: [after],
    ...(SHOWN.some((column) => before[column] !== after[column]) && { earlier: [before] }),
    ...(roastOn !== undefined && { roastOn }),
  })
}

/** The columns that the line about a subscription shows. */
const SHOWN = ['product_id', 'roasters_choice', 'grind', 'quantity', 'every_weeks', 'price_cents'] as const

/** The columns that the audit log names, each with its name there. */
const LOGGED = {
  coffee: 'coffee',
  second_product_id: 'second choice',
  roasters_choice: 'roaster’s choice',
  grind: 'grind',
  quantity: 'bags',
  every_weeks: 'weeks',
  next_on: 'next from',
  state: 'state',
  ended_reason: 'reason',
} as const

/** Returns what has changed, such as `bags: 3 → 1`. */
function detailOf(before: NamedSubscription, after: NamedSubscription): string {
  // cast: `Object.keys` returns strings, but they are the keys of `LOGGED`.
  const columns = Object.keys(LOGGED) as (keyof typeof LOGGED)[]
  return columns
    .filter((column) => before[column] !== after[column])
    .map((column) => `${LOGGED[column]}: ${before[column] ?? '–'} → ${after[column] ?? '–'}`)
    .join(', ')
}
