import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { exact, Id, IdParams, Modified, Time } from './fields.ts'
import { NewestQuery } from './paging.ts'

/** An outgoing mail as the dashboard lists it, with its delivery status. */
export const Mail = exact({
  _id: Id,
  /** The recipient's address. A mail to the shop's owner has none. */
  to: Type.Optional(Type.String()),
  /** The address to which replies are sent. If it is empty, replies go to the shop. */
  replyTo: Type.String(),
  subject: Type.String(),
  status: Type.Union([Type.Literal('waiting'), Type.Literal('sent'), Type.Literal('failed')]),
  tries: Type.Integer(),
  error: Type.Optional(Type.String()),
  createdAt: Time,
  sentAt: Type.Optional(Time),
  /** Set if the mail cannot be sent again, because its secret content has been deleted. */
  isFinal: Type.Optional(Type.Literal(true)),
})

export type Mail = Static<typeof Mail>

export const mailCalls = {
  'GET /outbox': {
    summary: 'All mails: waiting, sent and failed',
    access: 'admin',
    limit: 'read',
    query: NewestQuery,
    answer: Type.Array(Mail),
  },
  'PUT /outboxRetry/{id}': {
    summary: 'Send a failed mail again',
    access: 'admin',
    limit: 'write',
    params: IdParams,
    answer: Modified,
  },
} as const satisfies CallTable
