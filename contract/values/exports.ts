/**
 * The paths of the CSV exports, relative to `/api`. Exports return no JSON, so the tables of API calls do not contain
 * them. The browser opens an export without an access token, so the session cookie identifies the admin. Each export
 * takes the same filters as the list that it exports.
 */
export const EXPORT_PATHS = { products: '/export/products.csv', orders: '/export/orders.csv' } as const
