import type Stripe from 'stripe'
import type { SavedCard } from '#server/tables/subscription-rows.ts'

/**
 * Returns Stripe's id of a card, and the text by which the customer knows it, such as `Visa 4242`, which is empty if the request
 * has not expanded the card.
 */
export function savedMethod(
  method: string | Stripe.PaymentMethod | null | undefined,
): Pick<SavedCard, 'method' | 'card'> {
  if (typeof method !== 'object' || !method?.card)
    return { method: typeof method === 'string' ? method : (method?.id ?? null), card: '' }
  const { id, card } = method
  return { method: id, card: `${card.brand.charAt(0).toUpperCase()}${card.brand.slice(1)} ${card.last4}` }
}
