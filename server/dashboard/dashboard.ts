import type { Live } from './live.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

/** What the dashboard stands on. */
export type Dashboard = { database: ShopDatabase; live: Live }
