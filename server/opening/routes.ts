import { startCalls } from '#contract/shop/start.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { readStart } from './read-start.ts'

export type Opening = { database: ShopDatabase; demo: boolean; gateway: string }

export function openingRoutes(setup: CallsSetup, { database, ...start }: Opening): void {
  serveCalls(setup, startCalls, { 'GET /shop/start': () => readStart(database.read, start) })
}
