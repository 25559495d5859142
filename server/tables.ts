import type { DeliveryState } from '#contract/values/states.ts'

/** The rows of the shop's tables, as `db/migrations` makes them. Times UTC milliseconds, amounts integer cents. */
export type Tables = {
  users: UserRow
  brands: BrandRow
  coffees: CoffeeRow
  packets: PacketRow
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

export type CoffeeRow = {
  id: string
  owner_id: string
  brand_id: string
  name: string
  about: string
  img: string
  price_cents: number
  rating: number
  created_at: number
  archived_at: number | null
}

export type PacketRow = {
  id: string
  owner_id: string
  category: string
  img: string
  product_name: string
  product_img: string
  about: string
  price_cents: number
  rating: number
  created_at: number
  archived_at: number | null
}

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

export type OrderRow = {
  id: string
  user_id: string
  email: string
  customer: string
  total_cents: number
  payment_id: string
  created_at: number
}

export type PaymentRow = {
  id: string
  idempotency_key: string
  user_id: string
  kind: 'single' | 'full'
  amount_cents: number
  gateway: string
  status: 'pending' | 'succeeded' | 'failed'
  reference: string | null
  created_at: number
  settled_at: number | null
}

export type MessageRow = { id: string; name: string; email: string; message: string; created_at: number }

export type OutboxRow = {
  id: string
  /** Null for the shop's owner, until the mail is sent. */
  recipient: string | null
  reply_to: string
  subject: string
  body: string
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

/** What the shop itself asks of the identity provider's tables; times in their own types, so not read here. */
export type IdentitySessionRow = { id: string; user_id: string; expires_at: string }
export type IdentityUserRow = { id: string; email: string; created_at: string }
export type IdentityAccountRow = { id: string; user_id: string }
