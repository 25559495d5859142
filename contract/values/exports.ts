/**
 * The CSV exports return no JSON, so they are not among the calls. A browser opens them itself, so the admin is
 * recognised by their session cookie. Paths relative to `/api`. Exports take the filters of their table.
 */
export const EXPORT_PATHS = { products: '/export/products.csv', orders: '/export/orders.csv' } as const
