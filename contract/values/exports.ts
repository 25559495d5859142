/**
 * The paths of the CSV exports, relative to `/api`. Exports return no JSON, so the tables of API calls do not contain
 * them. The browser opens an export without an access token, so the session cookie identifies the admin. The
 * exports of lists take the same filters as the list. Those of a month take the `month`, such as `2026-11`, in the time
 * zone of the shop.
 */
export const EXPORT_PATHS = {
  products: '/export/products.csv',
  orders: '/export/orders.csv',
  monthOrders: '/export/month/orders.csv',
  monthLines: '/export/month/lines.csv',
  monthMoney: '/export/month/money.csv',
  monthTax: '/export/month/tax.csv',
  monthDatev: '/export/month/datev.csv',
} as const
