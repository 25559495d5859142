import { createHmac } from 'node:crypto'
import { newId, seconds } from './objects.ts'

/**
 * An event as Stripe sends it. `data.object` is a copy of the object that has changed, made when the event was created.
 */
export type StripeEvent = {
  id: string
  object: 'event'
  type: string
  created: number
  data: { object: object }
}

/** Sends the body of an event to a shop, and resolves with the HTTP status of the response. */
export type Deliver = (body: string, signature: string) => Promise<number>

/**
 * Returns the header `Stripe-Signature` (https://docs.stripe.com/webhooks/signature): the time in seconds, and an HMAC
 * of the time and the body.
 */
export function sign(body: string, secret: string, at = seconds()): string {
  const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${digest}`
}

/**
 * How waiting events are delivered: each `copies` times, in the order of their creation or, with `isReversed`, in the
 * opposite order.
 */
type Delivery = { copies?: number; isReversed?: boolean }

/**
 * The events of an account. They wait until `deliver` is called, so that a test can deliver them late, several times,
 * in another order, or never. With `isAutomatic`, each event is delivered `delayMs` milliseconds after its creation.
 */
export class Events {
  waiting: StripeEvent[] = []
  /** All events that were created. */
  readonly all: StripeEvent[] = []
  isAutomatic = false
  delayMs = 0
  send: Deliver = () => Promise.resolve(0)
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  add(type: string, object: object): void {
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      type,
      created: seconds(),
      data: { object: structuredClone(object) },
    }
    this.all.push(event)
    if (!this.isAutomatic) this.waiting.push(event)
    else setTimeout(() => void this.#sendAgain(event), this.delayMs)
  }

  /** Delivers one event and returns the HTTP status of the response. */
  deliverOne(event: StripeEvent): Promise<number> {
    const body = JSON.stringify(event)
    return this.send(body, sign(body, this.#secret))
  }

  /**
   * Delivers all waiting events, and returns the HTTP statuses of the responses. Events that the shop has not accepted
   * wait again.
   */
  async deliver({ copies = 1, isReversed = false }: Delivery = {}): Promise<number[]> {
    const events = this.waiting.splice(0).flatMap((event) => Array.from({ length: copies }, () => event))
    const sent = isReversed ? events.toReversed() : events
    const statuses = await Promise.all(sent.map((event) => this.deliverOne(event)))
    this.waiting.push(...new Set(sent.filter((_, index) => statuses[index] !== 200)))
    return statuses
  }

  /** Removes all waiting events, so that they never arrive. */
  lose(): void {
    this.waiting.length = 0
  }

  /** Removes one of the waiting events, so that it never arrives. */
  loseOne(at: number): void {
    this.waiting.splice(at % Math.max(1, this.waiting.length), 1)
  }

  /**
   * Delivers an event, and repeats that every half second until the shop has accepted the event, as Stripe does at
   * longer intervals.
   */
  async #sendAgain(event: StripeEvent): Promise<void> {
    const status = await this.deliverOne(event).catch(() => 0)
    if (status !== 200) setTimeout(() => void this.#sendAgain(event), 500).unref()
  }
}
