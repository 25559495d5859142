import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { exact, Id, Time } from './fields.ts'
import { NewestQuery } from './paging.ts'

/** A message that a visitor has sent with the contact form. */
export const Message = exact({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  message: Type.String(),
  receivedAt: Time,
})

export type Message = Static<typeof Message>

export const messageCalls = {
  'GET /messages': {
    summary: 'Messages from the contact form',
    access: 'admin',
    limit: 'read',
    query: NewestQuery,
    answer: Type.Array(Message),
  },
} as const satisfies CallTable
