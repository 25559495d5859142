/**
 * The paths of the CSV exports, relative to `/api`. Exports return no JSON, so the tables of API calls do not contain
 * them. The browser opens an export without an access token, so the session cookie identifies the user. Those of
 * parcels and of lots are for all staff, the others are for admins. Those of a month take the `month`, such as `2026-11`, in the time
 * zone of the shop. That of parcels takes the `service` that reads it.
 */
export const EXPORT_PATHS = {
  monthOrders: '/export/month/orders.csv',
  monthLines: '/export/month/lines.csv',
  monthMoney: '/export/month/money.csv',
  monthTax: '/export/month/tax.csv',
  monthDatev: '/export/month/datev.csv',
  parcels: '/export/parcels.csv',
  lots: '/export/roast-book.csv',
} as const

/** The parcel services for which there is a file with the orders to send. */
export const PARCEL_SERVICES = ['sendcloud', 'dhl', 'shippo', 'pirateship'] as const

export type ParcelService = (typeof PARCEL_SERVICES)[number]
