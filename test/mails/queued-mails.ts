import type { ShopDatabase } from '#server/shop-database.ts'

/** A mail in the outbox. `token` is the token in its link, or '' if it has none. */
export type QueuedMail = { template: string | null; subject: string; token: string }

/** Returns all mails to a recipient, the oldest first. */
export async function mailsTo(database: ShopDatabase, recipient: string): Promise<QueuedMail[]> {
  const rows = await database.read
    .selectFrom('outbox')
    .select(['template', 'subject', 'data'])
    .where('recipient', '=', recipient)
    .orderBy('id')
    .execute()
  return rows.map(({ template, subject, data }) => ({
    template,
    subject,
    token: String(JSON.parse(data ?? '{}').token ?? ''),
  }))
}

/** Returns the token in the last mail to a recipient. */
export async function lastToken(database: ShopDatabase, recipient: string): Promise<string> {
  return (await mailsTo(database, recipient)).at(-1)?.token ?? ''
}
