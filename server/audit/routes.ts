import { auditCalls } from '#contract/audit.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { serveAudit } from './list-audit.ts'
import type { Audit } from './list-audit.ts'

export function auditRoutes(setup: CallsSetup, audit: Audit): void {
  serveCalls(setup, auditCalls, { 'GET /audit': (request) => serveAudit(audit, request) })
}
