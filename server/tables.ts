import type { MailTemplate } from '#contract/values/mails.ts'
import type { DeliveryState } from '#contract/values/states.ts'

/**
 * The rows of the shop's tables, which `db/migrations` creates. Times are UTC milliseconds, and amounts are integer
 * cents.
 */
export type Tables = {
  users: UserRow
  brands: BrandRow
  products: ProductRow
  cart_items: CartItemRow
  orders: OrderRow
  payments: PaymentRow
  messages: MessageRow
  outbox: OutboxRow
  audit: AuditRow
  locks: LockRow
  images: ImageRow
  identity_sessions: IdentitySessionRow
  identity_users: IdentityUserRow
  identity_accounts: IdentityAccountRow
}

export type UserRow = {
  id: string
  subject: string
  email: string
  name: string
  role: 'Admin' | null
  created_at: number
  archived_at: number | null
}

export type BrandRow = {
  id: string
  owner_id: string
  name: string
  img: string
  rating: number
  created_at: number
  archived_at: number | null
}

/** A product: a coffee, or the contents of a packet. */
export type ProductRow = {
  id: string
  owner_id: string
  kind: 'coffee' | 'packet'
  name: string
  img: string
  about: string
  price_cents: number
  rating: number
  /** The brand of a coffee; null for a packet. */
  brand_id: string | null
  /** The category of a packet; null for a coffee. */
  category: string | null
  /** The picture of a packet in the list of bags; null for a coffee. `img` is the picture of the product in the packet. */
  cover_img: string | null
  created_at: number
  archived_at: number | null
}

export type CoffeeRow = ProductRow & { kind: 'coffee'; brand_id: string; category: null; cover_img: null }
export type PacketRow = ProductRow & { kind: 'packet'; brand_id: null; category: string; cover_img: string }

/**
 * A line: one product in a cart. The same row stays when it is paid. `email` is the user's current address, copied here
 * so that the dashboard can sort by it. A line that a pending payment holds has `payment_id` but no `payment`. A paid
 * line has `order_id`, unless it was paid without a row in `payments`.
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
  moved_by: string | null
}

/** The order of one successful payment. `email` and `customer` are copies from that moment and never change. */
export type OrderRow = {
  id: string
  user_id: string
  email: string
  customer: string
  total_cents: number
  payment_id: string
  created_at: number
  kind: PaymentRow['kind']
}

/**
 * An attempt to pay. `kind` is `single` for one line and `full` for all lines at once. `reference` is the gateway's id
 * of a successful payment, and `reason` is why a payment was declined.
 */
export type PaymentRow = {
  id: string
  idempotency_key: string
  user_id: string
  kind: 'single' | 'full'
  amount_cents: number
  gateway: string
  status: 'pending' | 'succeeded' | 'failed'
  reference: string | null
  reason: string | null
  created_at: number
  settled_at: number | null
}

export type MessageRow = { id: string; name: string; email: string; message: string; created_at: number }

export type OutboxRow = {
  id: string
  /** The recipient's address. Null means the shop's owner, until the mail is sent. */
  recipient: string | null
  /** Empty for the shop's owner. */
  reply_to: string
  subject: string
  /** The text of a mail that has no template. */
  body: string
  template: MailTemplate | null
  /** JSON with what the template needs; null if there is no template, or once secret data is deleted. */
  data: string | null
  status: 'waiting' | 'sent' | 'failed'
  tries: number
  next_try_at: number
  error: string | null
  created_at: number
  sent_at: number | null
}

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

export type ImageRow = {
  id: string
  owner_id: string
  address: string
  created_at: number
  used_at: number | null
}

/**
 * The columns of the identity provider's tables that the shop itself uses. Their times have types of their own, so the
 * shop does not read them.
 */
export type IdentitySessionRow = { id: string; user_id: string; expires_at: string }
export type IdentityUserRow = { id: string; email: string; created_at: string }
export type IdentityAccountRow = { id: string; user_id: string }
