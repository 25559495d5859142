/** A fault that the statements of some calls may have, with the reason. */
export type Exception = { fault: string; calls: string[]; reason: string }

const PAYING = [
  'POST /checkout',
  'POST /fullOrder',
  'PUT /singlePayment/{id}',
  'GET /payment/{id}',
  'DELETE /payment/{id}',
]
const OWN_ORDERS = ['GET /myOrders', 'GET /myOrder/{id}', 'PUT /myOrder/{id}/withdrawal']
const SHOWING = ['GET /coffeeDetails/{id}', 'GET /bagDetails/{id}']
const STOCK = [
  ...PAYING,
  ...SHOWING,
  'PUT /watchedProducts/{id}',
  'DELETE /watchedProducts/{id}',
  'PUT /myOrder/{id}/withdrawal',
]

const BY_PAYMENT =
  'found by the id of a payment whose shopper the caller knows; needs the shopper as one more condition'
const ONE_STOCK = 'what is left of a product is one number for all shoppers; it stays on one server'

/**
 * The statements of the shopping path that would not run on the server of one shopper. `docs/scale.md` says what each
 * would need. The test fails if one of them is no longer needed.
 */
export const exceptions: Exception[] = [
  { fault: 'payments is used without one user_id', calls: PAYING, reason: BY_PAYMENT },
  { fault: 'orders is used without one user_id', calls: [...PAYING, ...OWN_ORDERS], reason: BY_PAYMENT },
  { fault: 'cart_items is used without one user_id', calls: [...PAYING, ...OWN_ORDERS], reason: BY_PAYMENT },
  { fault: 'checkouts is used without one user_id', calls: [...PAYING, ...OWN_ORDERS], reason: BY_PAYMENT },
  {
    fault: 'counters is update, not only added to',
    calls: PAYING,
    reason: 'order numbers have no gaps, so all orders take them from one row',
  },
  { fault: 'stocks is read, not only added to', calls: STOCK, reason: ONE_STOCK },
  { fault: 'stocks is update, not only added to', calls: STOCK, reason: ONE_STOCK },
  { fault: 'stock_moves is read, not only added to', calls: STOCK, reason: ONE_STOCK },
  {
    fault: 'stock_watchers is used without one user_id',
    calls: STOCK,
    reason: 'when a product can be bought again, all shoppers who wait for it get a mail',
  },
  {
    fault: 'refunds is read, not only added to',
    calls: [...PAYING, ...OWN_ORDERS],
    reason: 'refunds have no column with the shopper; they are made by admins and gateways',
  },
  {
    fault: 'users is searched',
    calls: OWN_ORDERS,
    reason: 'the name of the admin who made a refund is joined, which costs one row of a copied table',
  },
  {
    fault: 'identity_accounts is searched',
    calls: ['POST /auth/sign-up'],
    reason: 'the joined table is a directory too, and its row is named by the id of the account',
  },
]
