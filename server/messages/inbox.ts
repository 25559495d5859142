import type { Message } from '#contract/messages.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { MessageRow } from '#server/tables.ts'
import { listMessages } from './queries.ts'

/** Returns a page of messages from the contact form, newest first. */
export async function listInbox(
  { read }: ShopDatabase,
  page: { before: string | null; limit: number },
): Promise<Message[]> {
  return (await listMessages(read, page)).map(presentMessage)
}

function presentMessage({ id, name, email, message, created_at }: MessageRow): Message {
  return { _id: id, name, email, message, receivedAt: created_at }
}
