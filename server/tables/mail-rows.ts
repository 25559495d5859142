import type { MailTemplate } from '#contract/values/mails.ts'

export type MessageRow = {
  id: string
  name: string
  email: string
  message: string
  created_at: number
  /** Null until an admin has answered the message, or has marked it as answered. */
  answered_at: number | null
}

export type OutboxRow = {
  id: string
  /**
   * The recipient's email address. Null for a mail to the shop's owner, also after it was sent. An admin may have the
   * owner's address, and such a mail is about a customer, not about that admin.
   */
  recipient: string | null
  /** The email address for replies. It is empty if replies go to the shop's owner. */
  reply_to: string
  subject: string
  /** The text of a mail without a template. Empty for other mails. */
  body: string
  template: MailTemplate | null
  /**
   * JSON with the data from which the template is rendered. Null for a mail without a template. Secret data is replaced
   * by null after the last try to send the mail.
   */
  data: string | null
  status: 'waiting' | 'sent' | 'failed'
  tries: number
  next_try_at: number
  error: string | null
  created_at: number
  sent_at: number | null
}
