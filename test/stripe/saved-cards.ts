import { partsOf, textOf, textsOf } from './form-body.ts'
import type { Params } from './form-body.ts'
import { CardDeclined, newId, Refused, seconds } from './objects.ts'
import type { Intent, PaymentMethod } from './objects.ts'

/** The saved cards of a Stripe account in memory, and what is charged with them. */
export class SavedCards {
  readonly methods = new Map<string, PaymentMethod>()
  /** The last digits of the next card that is saved. */
  last4 = '4242'
  /** Why saved cards are declined now, such as `insufficient_funds`, or null if they are not. */
  declines: string | null = null
  readonly #intents: Map<string, Intent>
  readonly #onEvent: (type: string, object: object) => void

  constructor(intents: Map<string, Intent>, onEvent: (type: string, object: object) => void) {
    this.#intents = intents
    this.#onEvent = onEvent
  }

  /** Adds a card, which a customer can use again unless it is null. */
  save(customer: string | null): PaymentMethod {
    const card = { brand: 'visa', last4: this.last4 }
    const method: PaymentMethod = { id: newId('pm'), customer, card, created: seconds() }
    this.methods.set(method.id, method)
    return method
  }

  methodsOf(customer: string): PaymentMethod[] {
    return [...this.methods.values()].filter((method) => method.customer === customer)
  }

  detach(id: string): PaymentMethod {
    const method = this.methods.get(id)
    if (!method?.customer) throw new Refused(400, `No such attached PaymentMethod: ${id}`)
    return Object.assign(method, { customer: null })
  }

  intentsOf(customer: string): Intent[] {
    return [...this.#intents.values()].filter((intent) => intent.customer === customer)
  }

  /** Creates a payment intent, and charges a saved card if the parameters say so. */
  createIntent(params: Params): Intent {
    const customer = textOf(params['customer'])
    const method = textOf(params['payment_method']) || null
    const isCharged = params['confirm'] === 'true'
    const amount = Number(textOf(params['amount']))
    if (amount < 50) throw new Refused(400, 'Amount too small.', 'amount_too_small')
    if (
      isCharged &&
      (params['off_session'] !== 'true' || this.methods.get(method ?? '')?.customer !== customer)
    )
      throw new Refused(400, `No such PaymentMethod of the customer: ${method}`, 'resource_missing')
    const intent: Intent = {
      id: newId('pi'),
      status: 'requires_confirmation',
      amount,
      amount_received: 0,
      customer,
      payment_method: method,
      last_payment_error: null,
      currency: textOf(params['currency']),
      metadata: textsOf(params['metadata']),
      description: null,
      shipping: params['shipping'] ? partsOf(params['shipping']) : null,
      statement_descriptor_suffix: null,
      latest_charge: '',
      created: seconds(),
    }
    this.#intents.set(intent.id, intent)
    return isCharged ? this.#charge(intent) : intent
  }

  cancelIntent(id: string): Intent {
    const intent = this.#intents.get(id)
    if (!intent) throw new Refused(404, `No such payment_intent: ${id}`, 'resource_missing')
    if (intent.status === 'succeeded' || intent.status === 'canceled')
      throw new Refused(400, `It is ${intent.status}.`, 'payment_intent_unexpected_state')
    return Object.assign(intent, { status: 'canceled', last_payment_error: null })
  }

  #charge(intent: Intent): Intent {
    intent.latest_charge = newId('ch')
    if (this.declines === null)
      return Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    const decline_code = this.declines
    const code = decline_code === 'authentication_required' ? decline_code : 'card_declined'
    intent.last_payment_error = { code, decline_code, message: `Your card was declined: ${decline_code}.` }
    intent.status = 'requires_payment_method'
    this.#onEvent('payment_intent.payment_failed', { object: 'payment_intent', ...intent })
    throw new CardDeclined(structuredClone(intent))
  }
}
