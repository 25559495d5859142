import type Stripe from 'stripe'

/** Returns the text by which a customer knows a card, such as `Visa 4242`. It is empty if the request has not expanded it. */
export function cardText(method: string | Stripe.PaymentMethod | null | undefined): string {
  if (typeof method !== 'object' || !method?.card) return ''
  const { brand, last4 } = method.card
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ${last4}`
}
