import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { exact, Id, Time } from './fields.ts'
import { NewestQuery } from './paging.ts'

/**
 * A row of the audit log, as the dashboard shows it: when a change or payment was made (`at`), the email address of
 * the user who made it (`who`), the action, and what it was done to (`subject`).
 */
export const AuditEntry = exact({
  _id: Id,
  at: Time,
  who: Type.String(),
  action: Type.String(),
  subject: Type.String(),
  detail: Type.String(),
})

export type AuditEntry = Static<typeof AuditEntry>

export const auditCalls = {
  'GET /audit': {
    summary: 'The audit log with all payments, newest first',
    access: 'admin',
    limit: 'read',
    query: NewestQuery,
    answer: Type.Array(AuditEntry),
  },
} as const satisfies CallTable
