import type { postgresTables, tableNames } from '#server/commands/copy-rows.ts'

/**
 * How the rows of a table would be spread over several database servers (docs/scale.md):
 *
 * - `reference`: every server has a copy. The shopping path only reads it.
 * - `directory`: found by one of the `keys`, such as an email address or a token, before the shopper is known. Every
 *   server has a copy, and a statement of the shopping path names one row by a key.
 * - `shopper`: distributed by the column that contains the shopper's id.
 * - `global`: on one server. The shopping path only inserts rows.
 */
export type Distribution =
  | { kind: 'reference' }
  | { kind: 'directory'; keys: string[] }
  | { kind: 'shopper'; column: string }
  | { kind: 'global' }

const byShopper: Distribution = { kind: 'shopper', column: 'user_id' }
const reference: Distribution = { kind: 'reference' }
const global: Distribution = { kind: 'global' }

type TableName = (typeof tableNames)[number] | (typeof postgresTables)[number]

export const distributions: Record<TableName, Distribution> = {
  identity_users: { kind: 'directory', keys: ['id', 'email'] },
  identity_sessions: { kind: 'directory', keys: ['id', 'token', 'user_id'] },
  identity_accounts: { kind: 'directory', keys: ['id', 'user_id', 'account_id'] },
  identity_verifications: { kind: 'directory', keys: ['id', 'identifier', 'value'] },
  pending_sign_ups: { kind: 'directory', keys: ['id', 'email'] },
  invitations: { kind: 'directory', keys: ['email'] },
  firebase_sessions: { kind: 'directory', keys: ['session_id'] },
  users: { kind: 'directory', keys: ['id', 'email', 'subject'] },
  images: reference,
  brands: reference,
  products: reference,
  shop_settings: reference,
  payments: byShopper,
  orders: byShopper,
  cart_items: byShopper,
  checkouts: byShopper,
  addresses: byShopper,
  stock_watchers: byShopper,
  email_changes: byShopper,
  orders_to_erase: byShopper,
  refunds: global,
  disputes: global,
  gateway_events: global,
  order_notes: global,
  counters: global,
  stocks: global,
  stock_moves: global,
  messages: global,
  outbox: global,
  audit: global,
  locks: global,
  changes: global,
  rate_limits: global,
  secrets: reference,
}
