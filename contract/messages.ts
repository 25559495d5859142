import { Type } from 'typebox'
import type { Static } from 'typebox'
import type { CallTable } from './call.ts'
import { exact, Id, IdParams, Modified, STORABLE, Time } from './fields.ts'
import { NewestQuery } from './paging.ts'
import { MESSAGE_LENGTH } from './values/limits.ts'

/** A message that a visitor has sent with the contact form. `answeredAt` is missing until it is answered. */
export const Message = exact({
  _id: Id,
  name: Type.String(),
  email: Type.String(),
  message: Type.String(),
  receivedAt: Time,
  answeredAt: Type.Optional(Time),
})

export type Message = Static<typeof Message>

export const messageCalls = {
  'GET /messages': {
    summary: 'Messages from the contact form',
    access: 'staff',
    limit: 'read',
    query: NewestQuery,
    answer: Type.Array(Message),
    answerForPackers: Type.Array(Message),
  },
  'PUT /messages/{id}': {
    summary: 'Mark a message as answered, or as open again',
    access: 'staff',
    limit: 'write',
    params: IdParams,
    body: exact({ isAnswered: Type.Boolean() }),
    answer: Modified,
    answerForPackers: Modified,
  },
  'POST /messages/{id}/replies': {
    summary: 'Answer a message by mail. The same text is mailed once',
    access: 'staff',
    limit: 'write',
    params: IdParams,
    body: exact({
      text: Type.String({ minLength: 1, maxLength: MESSAGE_LENGTH.message, pattern: STORABLE }),
    }),
    answer: Modified,
    answerForPackers: Modified,
  },
} as const satisfies CallTable
