/**
 * A mail to send. `id` is used in the mail's Message-ID, so that a receiver can recognise a mail that arrives twice.
 */
export type OutgoingMail = {
  id: string
  /** The name of the shop. It is shown as the sender, unless the setting `MAIL_FROM` contains one. */
  sender?: string
  /** One email address each, which no one reads as a list or as a name with an address. */
  to: string
  replyTo: string
  subject: string
  text: string
  /** The same content as `text`, as an HTML document. */
  html?: string
}

/** Sends mails. All implementations must pass the tests in `mailer.test.ts`. */
export type Mailer = {
  /**
   * Resolves when the mail server has accepted the mail. Rejects if the server refuses it, or soon after the signal
   * is aborted.
   */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>
}
