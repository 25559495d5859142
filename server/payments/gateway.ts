import type { Problem, ProblemCode } from '#contract/errors.ts'
import type { Address } from '#contract/selling/settings.ts'
import { BY_HAND } from '#contract/selling/gateways.ts'
import type { BillLine } from '#server/cart/reserve-lines.ts'
import type { DisputeRow, PaymentRow, RefundRow } from '#server/tables/payment-rows.ts'
import type { SavedCard } from '#server/tables/subscription-rows.ts'

/**
 * What a payment gateway charges: an amount in integer cents. The gateway charges only once for each idempotency key,
 * which is the id of the payment.
 */
export type Charge = { idempotencyKey: string; amountCents: number }

/**
 * What a gateway shows of a payment. The lines add up to the amount of the charge. `address` is null for a pickup.
 */
export type Bill = { lines: BillLine[]; currency: string; email: string | null; address: Address | null }

/**
 * A payment as a remote gateway gets it. `session` is the gateway's id of the page on which the customer pays, or null
 * if the shop has not stored that id yet. `startedAt` is in UTC milliseconds.
 */
export type Attempt = Charge & {
  session: string | null
  startedAt: number
  /** Set if the customer's card is saved for the renewals of a subscription. */
  savesCard: boolean
  /**
   * Set for a renewal, for which a saved card is charged: the key of this try, and a function that returns the
   * customer's card. A new try has a new key. Nothing was sent with this key before `since`, in UTC milliseconds.
   */
  saved: { key: string; since: number; readCard: () => Promise<Omit<SavedCard, 'card'>> } | null
  readBill: () => Promise<Bill>
}

/** An amount in the smallest unit of a currency, which is a code such as `EUR`. */
export type Money = { amountCents: number; currency: string }

/**
 * The result of a charge. `reference` is the id that the payment gateway gave to the payment, and `paid` is what the
 * customer has paid, if the gateway reports that. `reason` is a sentence that tells the customer why the payment was
 * declined. `code` is set if the response has another problem than `payment-declined`.
 * `isBankDebit` is set if the customer had authorised a bank debit before, which the bank has now refused. `saved` is the card
 * that was saved. `retry` says what can help a declined renewal: to charge the card again `later`, or a confirmation by the
 * `customer`. Without it, nothing can.
 */
export type GatewayAnswer =
  | { outcome: 'succeeded'; reference: string; paid?: Money; saved?: SavedCard }
  | {
      outcome: 'declined'
      reason: string
      code?: ProblemCode
      isBankDebit?: true
      retry?: 'later' | 'customer'
    }

/**
 * What a remote gateway says about a payment. `redirect`: the customer has to complete the payment at `url`, a page of
 * the gateway. `pending`: the customer has done that, and the bank has not confirmed the payment yet.
 */
export type RemoteAnswer =
  | GatewayAnswer
  | { outcome: 'redirect'; session: string; url: string }
  | { outcome: 'pending' }

/** A span of time in UTC milliseconds: `from` is included, `to` is not. */
export type Span = { from: number; to: number }

/** The state of a charge or a refund at the gateway. `pending` means that the bank has not confirmed it yet. */
export type MoneyStatus = 'pending' | 'succeeded' | 'failed'

/**
 * A charge as the gateway lists it. `reference` is what `GatewayAnswer` has for the same payment. `paymentId` is the id
 * of the payment of a shop, or null if another program has made the charge. `isOfThisShop` is false if another shop may
 * have made it, or this one before its address was sent to the gateway. `order` is the number of the order that the
 * gateway shows, or null. `fee` is what the gateway keeps, in the currency of the account, or null if that is not known
 * (yet). `createdAt` is in UTC milliseconds.
 */
export type GatewayCharge = {
  reference: string
  paymentId: string | null
  isOfThisShop: boolean
  order: string | null
  amountCents: number
  refundedCents: number
  currency: string
  fee: Money | null
  status: MoneyStatus
  createdAt: number
}

/**
 * A refund as the gateway lists it. `reference` is the gateway's id of the refund, and `charge` the reference of its
 * charge. `refundId` is the id of this shop's refund, or null if the shop has not made it. `reason` says why it failed.
 */
export type GatewayRefund = {
  reference: string
  charge: string
  refundId: string | null
  amountCents: number
  currency: string
  status: MoneyStatus
  reason: string | null
  createdAt: number
}

/**
 * A dispute of a charge, or a warning of the card's bank that the charge may be fraud. `charge` is the reference of the
 * charge. `amount_cents` is null for a warning, which is about the whole charge. `reason` is a code of the gateway, such
 * as `product_not_received`. The times are in UTC milliseconds.
 */
export type GatewayDispute = Omit<
  DisputeRow,
  'payment_id' | 'amount_cents' | 'settled_at' | 'dismissed_at'
> & { charge: string; amount_cents: number | null }

/**
 * The answer to a request for a refund: the refund as it is at the gateway, or why the gateway refused to make it.
 * After a refusal, `refunds` are all refunds of the charge. Some may have been made on the gateway's website.
 */
export type RefundAnswer = GatewayRefund | { refused: string; refunds: GatewayRefund[] }

/**
 * What an event of a gateway reports: the new state of a payment, a declined card on the page of a payment that can still
 * be paid, a dispute, or that something has changed in the refunds of a charge. `charge` is the reference of the charge.
 * `paymentId` is null if the event does not name the payment.
 *
 * Events about refunds can arrive late, twice, in another order or never, and they do not contain all refunds. Therefore
 * they are only a reason to ask the gateway.
 */
export type GatewayNews =
  | { about: 'dispute'; dispute: GatewayDispute }
  | { about: 'payment'; paymentId: string; session: string; answer: RemoteAnswer }
  | { about: 'refunds'; paymentId: string | null; charge: string }
  | { about: 'decline'; paymentId: string }

/**
 * An event that a gateway has sent. `news` is null if the shop ignores events of this type, or if the event names no
 * payment of a shop.
 */
export type GatewayEvent = { id: string; type: string; news: GatewayNews | null }

/**
 * A payment gateway on another server. `start`, `check`, `cancel` and `refund` reject if the outcome is unknown. The
 * shop calls them again later with the same idempotency key.
 */
export type RemoteGateway = {
  kind: 'remote'
  name: string
  /**
   * Whether a customer can pay only on the page whose URL `start` returns. A payment whose session is not stored yet was
   * then not charged, because nobody has had the URL.
   */
  hasPage: boolean
  /**
   * Returns a problem if the gateway cannot charge a bill with these amounts. Without this function, it can charge any
   * amount.
   */
  findChargeProblem?: (amounts: number[], currency: string) => Problem | null
  /** Returns a sentence if the gateway cannot refund this amount, and null if it can. */
  findRefundProblem?: (money: Money) => string | null
  /** Starts a payment. If it is called again with the same idempotency key, nothing is charged a second time. */
  start: (attempt: Attempt) => Promise<RemoteAnswer>
  /** Returns the state of a payment that has a session. */
  check: (attempt: Attempt) => Promise<RemoteAnswer>
  /**
   * Makes it impossible for the customer to complete the payment. Returns `declined` if that worked, or the state of
   * the payment if it was too late.
   */
  cancel: (attempt: Attempt) => Promise<RemoteAnswer>
  /** Makes a refund of a payment, whose id is the idempotency key, or returns its state if it was made before. */
  refund: (refund: RefundRow, payment: PaymentRow & { currency: string }) => Promise<RefundAnswer>
  /** Lists the charges of the account that were created in a span of time, newest first. */
  listCharges: (span: Span) => AsyncIterable<GatewayCharge>
  /** Lists the refunds of one charge, or those of the account that were created in a span of time, newest first. */
  listRefunds: (of: { charge: string } | Span) => AsyncIterable<GatewayRefund>
  /** Shows the number of the order with its charge. */
  labelCharge?: (reference: string, order: string) => Promise<void>
  /** Lists the disputes of the account, and the warnings about fraud, that were created in a span of time. */
  listDisputes: (span: Span) => AsyncIterable<GatewayDispute>
  /** Reads an event from the raw body of a request. Returns null if its signature is not valid. */
  readEvent: (request: SignedRequest) => Promise<GatewayEvent | null>
  /** Without it, a card can be saved only with a payment. */
  cards?: CardPages
  /** Returns the gateway's id of the account that it charges for, or null if the key may not read it. */
  readAccount?: () => Promise<string | null>
}

/** The pages of a gateway on which people save a card without paying. The functions reject if the gateway cannot be asked. */
export type CardPages = {
  /** Opens a page for a user, who gets back to the path `returnTo`. If a card was saved, the query has the `session` then. */
  open: (user: { id: string; email: string }, returnTo: string) => Promise<{ url: string }>
  /** Returns the card that a user has saved on a page, or null if there is none. */
  read: (session: string, userId: string) => Promise<SavedCard | null>
  /** Deletes the saved card of a customer. */
  drop: (customer: string) => Promise<void>
}

export type SignedRequest = { body: Buffer; headers: Record<string, string | string[] | undefined> }

/**
 * A payment gateway that runs in this process and moves no money. `decide` is called inside the transaction that
 * inserts the payment. It has no side effects, and returns the same result for the same idempotency key.
 */
export type LocalGateway = { kind: 'local'; name: string; decide: (charge: Charge) => GatewayAnswer }

/**
 * A gateway for orders whose money does not go through this program: by bank transfer, or in cash at pickup. The order
 * is placed at once and waits until an admin marks its payment as paid, or cancels it.
 */
export type ManualGateway = { kind: 'manual'; name: string }

export type Gateway = RemoteGateway | LocalGateway | ManualGateway

/** A payment gateway that accepts every payment at once and moves no money. It is for demos, and for orders that cost nothing. */
export const instantGateway: LocalGateway = {
  kind: 'local',
  name: 'instant',
  decide: ({ idempotencyKey }) => ({ outcome: 'succeeded', reference: `instant-${idempotencyKey}` }),
}

export const manualGateways: ManualGateway[] = BY_HAND.map((name) => ({ kind: 'manual', name }))

/**
 * How long to wait for a payment gateway, in milliseconds, and a function that is called if a request fails or takes
 * longer.
 */
export type Timeouts = { timeoutMs: number; onError?: (error: unknown) => void }

/** Returns the answer of a payment gateway, or null if the request fails or takes longer than `timeoutMs`. */
export async function orNull<T>({ timeoutMs, onError }: Timeouts, ask: () => Promise<T>): Promise<T | null> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
  try {
    return await Promise.race([ask(), timeout])
  } catch (error) {
    onError?.(error)
    return null
  } finally {
    clearTimeout(timer)
  }
}

/** Resolves with the value of the promise `result`, or with `fallback` if that takes longer than `ms` milliseconds. */
export async function orAfter<T>(ms: number, result: Promise<T>, fallback: T): Promise<T> {
  const { promise: timeout, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(fallback), ms)
  try {
    return await Promise.race([result, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Matches the keys of Stripe, whole or partly hidden. */
const KEYS = /\b(sk|rk|pk|whsec)_[\w*]+/g

/** Returns a text for the log without keys. The error messages of Stripe can contain them. */
export function withoutKeys(text: string): string {
  return text.replaceAll(KEYS, '$1_…')
}
