import { auditCalls } from '#contract/audit.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { serveAudit } from './list-audit.ts'

export function auditRoutes(setup: CallsSetup, database: ShopDatabase): void {
  serveCalls(setup, auditCalls, { 'GET /audit': (request) => serveAudit(database, request) })
}
