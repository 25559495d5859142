import type { GatewayAnswer } from '../gateway.ts'

type Declined = Extract<GatewayAnswer, { outcome: 'declined' }>

/*
 * The codes of declined cards (https://docs.stripe.com/declines/codes), and the reason `highest_risk_level` of an outcome. After
 * most of them a later charge may succeed, for example after `insufficient_funds`, `do_not_honor` and `processing_error`. Stripe
 * replaces `do_not_try_again` and `try_again_later` by the advice code.
 */

/** The bank wants to hear the customer (https://docs.stripe.com/strong-customer-authentication). */
const NEEDS_CUSTOMER: ReadonlySet<string> = new Set([
  'authentication_not_handled',
  'authentication_required',
  'mobile_device_authentication_required',
  'payment_intent_action_required',
  'payment_intent_authentication_failure',
])

/** The card cannot be charged later either. Trying it again costs the shop its good name with the banks. */
const HARD: ReadonlySet<string> = new Set([
  'card_not_supported',
  'currency_not_supported',
  'do_not_try_again',
  'expired_card',
  'fraudulent',
  'highest_risk_level',
  'incorrect_number',
  'invalid_account',
  'invalid_expiry_month',
  'invalid_expiry_year',
  'invalid_number',
  'lost_card',
  'merchant_blacklist',
  'new_account_information_available',
  'not_permitted',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
  'testmode_decline',
  'transaction_not_allowed',
])

/** What Stripe says about a declined card. `advice_code` is what the bank advises. `message` may be shown to the customer. */
type CardError = {
  code?: string | undefined
  decline_code?: string | undefined
  advice_code?: string | undefined
  message?: string | undefined
}

/** Returns the answer for a saved card that was declined, with what can help. */
export function declinedBy({ code, decline_code, advice_code, message }: CardError): Declined {
  const why = decline_code ?? code ?? ''
  const reason = message || 'Your card was declined.'
  if (NEEDS_CUSTOMER.has(why)) return { outcome: 'declined', reason, retry: 'customer' }
  const isHard = HARD.has(why) || advice_code === 'do_not_try_again'
  return { outcome: 'declined', reason, ...(!isHard && { retry: 'later' }) }
}

export const CARD_GONE: Declined = { outcome: 'declined', reason: 'The saved card no longer exists.' }

/** Stripe can do nothing more with the key of this try, and has charged nothing. */
export const KEY_USED_UP: Declined = {
  outcome: 'declined',
  reason: 'The payment service could not charge the card.',
  retry: 'later',
}
