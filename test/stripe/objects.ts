import { randomBytes } from 'node:crypto'
import { partsOf, textOf } from './form-body.ts'
import type { Params } from './form-body.ts'

/* The objects of a Stripe account (https://docs.stripe.com/api), with the fields that the shop and its tests need. */

export type Session = {
  id: string
  mode: 'payment' | 'setup'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid' | 'no_payment_required'
  payment_intent: string | null
  /** The customer that the session has created, or null. */
  customer: string | null
  /** The saved card of a session in setup mode, or null. */
  setup_intent: { payment_method: PaymentMethod } | null
  amount_total: number
  currency: string
  client_reference_id: string | null
  customer_email: string | null
  locale: string | null
  metadata: Record<string, string>
  url: string | null
  success_url: string
  cancel_url: string
}

export type PaymentMethod = {
  id: string
  customer: string | null
  card: { brand: string; last4: string }
  created: number
}

export type Intent = {
  id: string
  status: 'processing' | 'succeeded' | 'requires_payment_method' | 'requires_confirmation' | 'canceled'
  amount: number
  amount_received: number
  customer: string | null
  payment_method: string | null
  last_payment_error: { code: string; decline_code: string; message: string } | null
  currency: string
  metadata: Record<string, string>
  description: string | null
  /** The parameter `shipping` of the session, or null. */
  shipping: object | null
  statement_descriptor_suffix: string | null
  /** Empty if nothing was charged, nor declined. */
  latest_charge: string
  created: number
}

export type Endpoint = {
  id: string
  url: string
  status: 'enabled' | 'disabled'
  enabled_events: string[]
  created: number
}

export type Dispute = {
  id: string
  status: 'needs_response' | 'won' | 'lost'
  amount: number
  currency: string
  reason: string
  charge: string
  payment_intent: string
  evidence_details: { due_by: number }
  created: number
}

export type Warning = {
  id: string
  actionable: boolean
  charge: string
  payment_intent: string
  fraud_type: string
  created: number
}

export type Refund = {
  id: string
  status: 'pending' | 'succeeded' | 'failed'
  amount: number
  currency: string
  payment_intent: string
  charge: string
  metadata: Record<string, string>
  failure_reason: string | null
  created: number
}

/** Thrown for a request that Stripe would refuse. `status` is the HTTP status of the response. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  /** The name of the parameter that Stripe would refuse, or null. */
  param: string | null = null

  constructor(status: number, message: string, code = 'parameter_invalid') {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Thrown for a card that was declined. Unlike other refusals, it is stored for the idempotency key of the request. */
export class CardDeclined extends Refused {
  readonly intent: Intent

  constructor(intent: Intent) {
    super(402, intent.last_payment_error?.message ?? '', intent.last_payment_error?.code)
    this.intent = intent
  }
}

/** How far the clock of Stripe is ahead of that of the test process, in milliseconds. A test that moves the time of a shop sets it. */
export const stripeClock = { aheadMs: 0 }

export function seconds(): number {
  return Math.floor((Date.now() + stripeClock.aheadMs) / 1000)
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}

const SUFFIX = /^(?=.*[a-z])[a-z0-9 ]{1,10}$/i

/** Refuses an email address, an address or a suffix that Stripe would refuse. */
export function checkDetails(params: Params): void {
  const data = partsOf(params['payment_intent_data'])
  const { name, address } = partsOf(data['shipping'])
  const email = params['customer_email']
  const suffix = data['statement_descriptor_suffix']
  if (email !== undefined && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(textOf(email)))
    throw refusedParam('Invalid email address.', 'customer_email')
  if (data['shipping'] !== undefined && !(name && partsOf(address)['line1']))
    throw refusedParam('Missing required param.', 'payment_intent_data[shipping]')
  if (suffix !== undefined && !SUFFIX.test(textOf(suffix)))
    throw refusedParam('Invalid suffix.', 'payment_intent_data[statement_descriptor_suffix]')
}

function refusedParam(message: string, param: string): Refused {
  return Object.assign(new Refused(400, message), { param })
}
