import { currencyOf, itemOf, partsOf, textOf, textsOf } from './form-body.ts'
import type { Item, Params } from './form-body.ts'
import { checkDetails, newId, Refused, seconds } from './objects.ts'
import { DisputedCharges } from './disputed-charges.ts'
import type { Endpoint, Intent, Refund, Session } from './objects.ts'
import { SavedCards } from './saved-cards.ts'

const HALF_AN_HOUR_S = 1800

/** The states of charges by those of their intents. */
const CHARGE_STATES = {
  processing: 'pending',
  succeeded: 'succeeded',
  requires_payment_method: 'failed',
  requires_confirmation: 'failed',
  canceled: 'failed',
} as const

/**
 * A Stripe account in memory. Its objects change as Stripe's documentation describes. `onEvent` is called with each
 * event that Stripe would send.
 */
export class Account extends DisputedCharges {
  id = newId('acct')
  readonly sessions = new Map<string, Session>()
  readonly items = new Map<string, Item[]>()
  readonly intents = new Map<string, Intent>()
  readonly refunds = new Map<string, Refund>()
  readonly cards: SavedCards
  /** The webhook endpoints that the owner has added. */
  readonly endpoints: Endpoint[] = []
  /** The currency into which Stripe converts what is charged, and in which it keeps its fees. */
  currency = 'usd'
  /** What the key may not read, for example `disputes`. */
  readonly forbidden = new Set<string>()
  /** Whether the key may write refunds. */
  mayRefund = true
  /** The ids of all refunds that have succeeded, also of those that failed later. */
  readonly madeRefunds = new Set<string>()
  /** The state of new refunds. A refund to a bank account is pending for days. */
  newRefunds: 'succeeded' | 'pending' = 'succeeded'
  readonly #origin: () => string
  readonly #onEvent: (type: string, object: object) => void
  readonly #intentData = new Map<string, Params>()
  /** The sessions that create a customer. */
  readonly #creating = new Set<string>()

  constructor(origin: () => string, onEvent: (type: string, object: object) => void) {
    super(onEvent)
    this.#origin = origin
    this.#onEvent = onEvent
    this.cards = new SavedCards(this.intents, onEvent)
  }

  createSession(params: Params): Session {
    const mode = params['mode'] === 'setup' ? 'setup' : 'payment'
    const items = mode === 'setup' ? [] : itemsOf(params)
    const total = items.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
    if (mode === 'payment' && total < 50)
      throw new Refused(400, 'The total amount is too small.', 'amount_too_small')
    checkDetails(params)
    const id = newId('cs_test')
    const session: Session = {
      id,
      mode,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      customer: null,
      setup_intent: null,
      amount_total: total,
      currency: currencyOf(params),
      client_reference_id: textOf(params['client_reference_id']) || null,
      customer_email: textOf(params['customer_email']) || null,
      locale: textOf(params['locale']) || null,
      metadata: textsOf(params['metadata']),
      url: `${this.#origin()}/pay/${id}`,
      success_url: textOf(params['success_url']).replace('{CHECKOUT_SESSION_ID}', id),
      cancel_url: textOf(params['cancel_url']),
    }
    this.#intentData.set(id, partsOf(params['payment_intent_data']))
    if (params['customer_creation'] === 'always') this.#creating.add(id)
    this.items.set(id, items)
    this.sessions.set(id, session)
    return session
  }

  /** Returns the account itself, with little more than its id. */
  show() {
    if (this.forbidden.has('account'))
      throw new Refused(403, 'The provided key does not have the required permissions.')
    return { id: this.id, object: 'account' }
  }

  session(id: string): Session {
    const session = this.sessions.get(id)
    if (!session) throw new Refused(404, `No such checkout.session: ${id}`, 'resource_missing')
    return session
  }

  /** Expires an open session, as if the shop had ended it or its time were over. */
  expire(id: string): Session {
    const session = this.#open(id)
    Object.assign(session, { status: 'expired', url: null })
    this.#onEvent('checkout.session.expired', session)
    return session
  }

  /** Completes an open session, as if the customer had paid by card, or had saved one. */
  pay(id: string): void {
    const session = this.session(id).mode === 'setup' ? this.#setUp(id) : this.#complete(id, 'succeeded')
    if (session.mode === 'payment') session.payment_status = 'paid'
    this.#onEvent('checkout.session.completed', session)
  }

  /** Declines a card on the page of an open session. The customer can try another one. */
  decline(id: string): void {
    this.#open(id)
    const metadata = textsOf(this.#intentData.get(id)?.['metadata'])
    const intent = { id: newId('pi'), object: 'payment_intent', status: 'requires_payment_method', metadata }
    this.#onEvent('payment_intent.payment_failed', intent)
  }

  /**
   * Completes an open session, as if the customer had paid by bank debit, which the bank confirms or declines later.
   */
  payByBank(id: string): void {
    this.#onEvent('checkout.session.completed', this.#complete(id, 'processing'))
  }

  /**
   * Confirms or declines a bank debit, as the bank does. Does nothing if there is no debit, or if the bank has already
   * decided.
   */
  decide(id: string, succeeds: boolean): void {
    const session = this.session(id)
    const intent = this.intents.get(session.payment_intent ?? '')
    if (intent?.status !== 'processing') return
    intent.status = succeeds ? 'succeeded' : 'requires_payment_method'
    if (succeeds) intent.amount_received = intent.amount
    if (succeeds) session.payment_status = 'paid'
    this.#onEvent(`checkout.session.async_payment_${succeeds ? 'succeeded' : 'failed'}`, session)
  }

  createRefund(params: Params): Refund {
    if (!this.mayRefund) throw new Refused(403, 'The provided key does not have the required permissions.')
    const intent = this.intent(textOf(params['payment_intent']))
    const amount = Number(textOf(params['amount']))
    if (intent.status !== 'succeeded' || !(amount > 0) || amount > intent.amount - this.refundedOf(intent.id))
      throw new Refused(
        400,
        'Refund amount is greater than unrefunded amount on charge.',
        'charge_already_refunded',
      )
    const refund: Refund = {
      id: newId('re'),
      status: this.newRefunds,
      amount,
      currency: intent.currency,
      payment_intent: intent.id,
      charge: intent.latest_charge,
      metadata: textsOf(params['metadata']),
      failure_reason: null,
      created: seconds(),
    }
    this.refunds.set(refund.id, refund)
    if (refund.status === 'succeeded') this.madeRefunds.add(refund.id)
    this.#onEvent('refund.created', refund)
    this.#onEvent('charge.refunded', this.chargeOf(intent.id))
    return refund
  }

  refund(id: string): Refund {
    const refund = this.refunds.get(id)
    if (!refund) throw new Refused(404, `No such refund: ${id}`, 'resource_missing')
    return refund
  }

  refundsOf(intentId: string): Refund[] {
    return [...this.refunds.values()].filter(({ payment_intent }) => payment_intent === intentId)
  }

  /** Makes a refund fail, as if the customer's bank had sent the money back. */
  failRefund(id: string): void {
    Object.assign(this.refund(id), { status: 'failed', failure_reason: 'lost_or_stolen_card' })
    for (const type of ['refund.failed', 'refund.updated', 'charge.refund.updated'])
      this.#onEvent(type, this.refund(id))
  }

  /** Makes a pending refund succeed, as if the customer's bank had confirmed it. */
  confirmRefund(id: string): void {
    if (this.refund(id).status !== 'pending') return
    this.refund(id).status = 'succeeded'
    this.madeRefunds.add(id)
    for (const type of ['refund.updated', 'charge.refund.updated']) this.#onEvent(type, this.refund(id))
  }

  /** Forgets all payments, as if the account were new. */
  clear(): void {
    const { sessions, items, intents, refunds, disputes, warnings, cards } = this
    for (const objects of [sessions, items, intents, refunds, disputes, warnings]) objects.clear()
    cards.declines = null
  }

  intent(id: string): Intent {
    const intent = this.intents.get(id)
    if (!intent) throw new Refused(404, `No such payment_intent: ${id}`, 'resource_missing')
    return intent
  }

  /** Changes what the dashboard shows of a payment. */
  updateIntent(id: string, params: Params): Intent {
    const intent = this.intent(id)
    const metadata = { ...intent.metadata, ...textsOf(params['metadata']) }
    return Object.assign(intent, { metadata, description: textOf(params['description']) || null })
  }

  refundedOf(intentId: string): number {
    const kept = this.refundsOf(intentId).filter(({ status }) => status !== 'failed')
    return kept.reduce((sum, { amount }) => sum + amount, 0)
  }

  #open(id: string): Session {
    const session = this.session(id)
    if (session.status !== 'open')
      throw new Refused(400, 'Only Checkout Sessions with a status in ["open"] can be changed.')
    return session
  }

  /** Saves a card of the customer that the session creates. */
  #setUp(id: string): Session {
    const session = this.#open(id)
    const method = this.cards.save(this.#creating.has(id) ? newId('cus') : null)
    const { customer } = method
    const setup_intent = { payment_method: method }
    const payment_status = 'no_payment_required'
    return Object.assign(session, { status: 'complete', url: null, customer, setup_intent, payment_status })
  }

  #complete(id: string, status: Intent['status']): Session {
    const session = this.#open(id)
    const { amount_total: amount, currency } = session
    const data = this.#intentData.get(id) ?? {}
    const customer = this.#creating.has(id) ? newId('cus') : null
    const method = this.cards.save(data['setup_future_usage'] === 'off_session' ? customer : null)
    const intent: Intent = {
      id: newId('pi'),
      status,
      amount,
      amount_received: status === 'succeeded' ? amount : 0,
      customer,
      payment_method: method.id,
      last_payment_error: null,
      currency,
      metadata: textsOf(data['metadata']),
      description: null,
      shipping: data['shipping'] ? partsOf(data['shipping']) : null,
      statement_descriptor_suffix: textOf(data['statement_descriptor_suffix']) || null,
      latest_charge: newId('ch'),
      created: seconds(),
    }
    this.intents.set(intent.id, intent)
    Object.assign(session, { status: 'complete', url: null, customer, payment_intent: intent.id })
    return session
  }

  /** Returns the charge of an intent. Its fee is that of cards in the EU: 1.5 % and 25 cents. */
  chargeOf(intentId: string) {
    const { id, latest_charge, status, amount, currency, metadata, created } = this.intent(intentId)
    const fee = { id: newId('txn'), fee: Math.round(amount * 0.015) + 25, currency: this.currency }
    return {
      id: latest_charge,
      status: CHARGE_STATES[status],
      amount,
      amount_refunded: this.refundedOf(id),
      currency,
      metadata,
      payment_intent: id,
      balance_transaction: status === 'succeeded' ? fee : null,
      created,
    }
  }

  charges() {
    const charged = [...this.intents.values()].filter(({ latest_charge }) => latest_charge !== '')
    return charged.map(({ id }) => this.chargeOf(id))
  }
}

/** Returns the line items of a session for a payment, or refuses them or its end. */
function itemsOf(params: Params): Item[] {
  const items = Object.values(partsOf(params['line_items'])).map(itemOf)
  if (items.length === 0 || items.length > 100) throw new Refused(400, 'Between 1 and 100 line items.')
  const expires = Number(textOf(params['expires_at']))
  if (expires < seconds() + HALF_AN_HOUR_S || expires > seconds() + 48 * HALF_AN_HOUR_S)
    throw new Refused(400, 'The `expires_at` timestamp must be between 30 minutes and 24 hours from now.')
  return items
}

export type Charge = ReturnType<Account['chargeOf']>
