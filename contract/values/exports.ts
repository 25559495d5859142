/**
 * The paths of the CSV exports, relative to `/api`. They return no JSON, so they are not in the call tables. The
 * browser opens them without an access token, so the session cookie identifies the admin. An export has the filters of
 * its list.
 */
export const EXPORT_PATHS = { products: '/export/products.csv', orders: '/export/orders.csv' } as const
