import type { Generated } from 'kysely'
import type { Carrier } from '#contract/values/orders/carriers.ts'
import type { Rhythm } from '#contract/values/orders/subscriptions.ts'
import type { Role } from '#contract/call.ts'
import type { DeliveryState, OrderState } from '#contract/values/states.ts'
import type {
  AccountRow,
  LinkRow,
  OrderToEraseRow,
  PasskeyRow,
  SessionRow,
  TokenRow,
} from './tables/account-rows.ts'
import type { DiscountRow, DiscountUseRow } from './tables/discount-rows.ts'
import type { LotRow, LotUseRow } from './tables/lot-rows.ts'
import type { MessageRow, OutboxRow } from './tables/mail-rows.ts'
import type { DisputeRow, GatewayEventRow, PaymentRow, RefundRow } from './tables/payment-rows.ts'
import type {
  BrandRow,
  FormerPriceRow,
  InOrder,
  ProductFacetRow,
  ProductRow,
  ProductSearchRow,
  ReviewRow,
  StockMoveRow,
  StockRow,
  StockWatcherRow,
} from './tables/product-rows.ts'
import type {
  DeliveryRow,
  GiftRow,
  MandateRow,
  RenewalRow,
  SubscriptionRow,
} from './tables/subscription-rows.ts'

/**
 * The shop's tables, each with the type of its rows. The files in `db/migrations` create the tables. Times are in UTC
 * milliseconds, and columns called `…_cents` are integers in the smallest unit of the currency.
 */
export type Tables = {
  users: UserRow
  brands: BrandRow & InOrder
  products: ProductRow & InOrder
  former_prices: FormerPriceRow
  product_facets: ProductFacetRow
  product_search: ProductSearchRow
  search_entries: SearchEntryRow
  cart_items: CartItemRow & Discounted
  discounts: DiscountRow
  discount_uses: DiscountUseRow
  orders: OrderRow
  payments: PaymentRow
  refunds: RefundRow
  disputes: DisputeRow
  gateway_events: GatewayEventRow
  checkouts: CheckoutRow
  addresses: AddressRow
  order_notes: OrderNoteRow
  counters: CounterRow
  shop_settings: ShopSettingRow
  stocks: StockRow
  stock_moves: StockMoveRow
  stock_watchers: StockWatcherRow
  lots: LotRow
  lot_uses: LotUseRow
  mandates: MandateRow
  subscriptions: SubscriptionRow
  renewals: RenewalRow
  deliveries: DeliveryRow
  gifts: GiftRow
  reviews: ReviewRow
  messages: MessageRow
  outbox: OutboxRow
  audit: AuditRow
  locks: LockRow
  invitations: InvitationRow
  images: ImageRow
  orders_to_erase: OrderToEraseRow
  accounts: AccountRow
  sessions: SessionRow
  links: LinkRow
  tokens: TokenRow
  passkeys: PasskeyRow
}

/**
 * An email address that was invited to become an admin before it had an account. `code` is the SHA-256 of the code in
 * the link.
 */
export type InvitationRow = { email: string; code: string; expires_at: number }

export type UserRow = {
  id: string
  subject: string
  email: string
  name: string
  role: Role | null
  created_at: number
  archived_at: number | null
  /** The grind that the user chose last, or null. */
  grind: string | null
  /**
   * The mailbox of a guest, who has ordered without an account: the email address in the form that is the same for all of
   * its spellings. Null for everyone who has an account.
   */
  mailbox?: string | null | undefined
}

/**
 * A line: one product that a user has put into the cart. `payment_id` is set when a payment claims the line, and null
 * again if the line is released. `order_id` is set when the order is placed, and `payment` when the line is paid. A
 * paid line has no `order_id` only if it was paid without a row in `payments`. `email` is a copy of the user's current
 * email address, by which the dashboard can sort.
 */
export type CartItemRow = {
  id: string
  user_id: string
  email: string
  customer: string
  product_id: string
  product_name: string
  img: string
  price_cents: number
  rating: number
  payment: 'OK' | null
  payment_id: string | null
  order_id: string | null
  created_at: number
  paid_at: number | null
  removed_at: number | null
  delivery: DeliveryState | null
  brand: string | null
  bag: string | null
  weight_grams: number | null
  grind: string | null
  /** The id of the client's request that added the line, or null. Only the first line of a request has it. */
  request_id: string | null
  /** How often the coffee is to come, in weeks, or null if it comes once. */
  every_weeks: Rhythm | null
  /** 1 if the roaster chooses the coffee of each later delivery, or 0. */
  roasters_choice: number
}

/**
 * What was taken off the price of a line. `price_cents` is what is paid for the line, so both together are the price of the
 * product.
 */
type Discounted = { discount_cents: Generated<number> }

/**
 * An order: the lines of one payment. It is inserted when the payment succeeds or, if the customer pays later, when the
 * payment is started. `email` and `customer` are the customer's address and name, copied from the lines then, and never
 * change. Order numbers have no gaps.
 */
export type OrderRow = {
  id: string
  user_id: string
  email: string
  customer: string
  total_cents: number
  payment_id: string
  created_at: number
  kind: PaymentRow['kind']
  number: number
  state: OrderState
  /** The URL of the page on which the customer can track the parcel, or null. */
  tracking_url: string | null
  /** The carrier of the parcel and its number, if the link was made from them, or null. */
  carrier: Carrier | null
  tracking_number: string | null
  /** The tracking link that the customer was last told by mail, or null. */
  told_url: string | null
  /** When the customer withdrew from the contract, or null. */
  withdrawn_at: number | null
  /** When the customer was told by mail that the order is sent, ready or cancelled, or null. */
  notified_at: number | null
  /** When the order became delivered, or null. */
  delivered_at: number | null
}

/**
 * What a customer agreed to in the checkout. `data` is a `Checkout` as JSON (`contract/selling/settings.ts`).
 * `roast_on` is a date in the shop's time zone, such as `2026-11-24`, or null if the shop promises no roast day.
 */
export type CheckoutRow = {
  payment_id: string
  user_id: string
  method_kind: 'parcel' | 'pickup'
  roast_on: string | null
  data: string
  created_at: number
}

/** A saved address of a user. `data` is an `Address` as JSON (`contract/selling/settings.ts`). */
export type AddressRow = {
  id: string
  user_id: string
  data: string
  created_at: number
  used_at: number | null
}

/** What an admin wrote about an order. `who` is the admin's name at that time. */
export type OrderNoteRow = {
  id: string
  order_id: string
  user_id: string
  who: string
  body: string
  created_at: number
  /** 1 if the note is for the customer, otherwise 0. */
  is_for_customer: number
}

/**
 * A counter that never skips a number. The value of the counter `order` is the number of the newest order. Others count the
 * declined cards of a payment, or are the time of the last warning of a kind.
 */
export type CounterRow = { name: string; value: number }

/** A group of settings that admins edit. `value` is JSON. */
export type ShopSettingRow = { name: string; value: string; changed_at: number }

export type AuditRow = {
  id: string
  at: number
  user_id: string
  who: string
  action: string
  subject: string
  detail: string
}

export type LockRow = { name: string; taken_at: number }

/** What the search of the dashboard finds. The migration `0045_dashboard_search` explains the columns. */
export type SearchEntryRow = {
  position: number
  ref: string | null
  words: string | null
  email: string | null
}

export type ImageRow = {
  id: string
  owner_id: string
  address: string
  created_at: number
}
