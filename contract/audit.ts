import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { exact, Id, Time } from './fields.ts'
import { NewestQuery } from './paging.ts'

/** One change of the shop's data: who did what to which thing, in words. */
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
    summary: 'Who changed what',
    access: 'admin',
    limit: 'read',
    query: NewestQuery,
    answer: Type.Array(AuditEntry),
  },
} as const satisfies CallTable
