import type { Message } from '#contract/messages.ts'
import type { NewestQuery } from '#contract/paging.ts'
import { List } from '#server/platform/tables/list.ts'
import type { Tables } from '#server/tables.ts'
import type { MessageRow } from '#server/tables/mail-rows.ts'

/** The list of the messages that visitors have sent with the contact form. */
export const inbox = new List<Tables, 'messages', MessageRow, NewestQuery>({
  rows: (db) => db.selectFrom('messages').selectAll(),
  sorts: {},
  filters: [],
})

export function presentMessage({ id, name, email, message, created_at, answered_at }: MessageRow): Message {
  const answered = answered_at !== null && { answeredAt: answered_at }
  return { _id: id, name, email, message, receivedAt: created_at, ...answered }
}
