import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/tables.ts'
import type { Live } from './live.ts'

/** What the dashboard stands on. */
export type Dashboard = { database: Database<Tables>; live: Live }
