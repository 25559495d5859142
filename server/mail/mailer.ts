/** A mail to send. `id` becomes its Message-ID, so that a receiver can recognise a mail that arrives twice. */
export type OutgoingMail = {
  id: string
  to: string
  replyTo: string
  subject: string
  text: string
  /** The same content as an HTML document. */
  html?: string
}

/** Sends mails. Every implementation passes the tests in `mailer.test.ts`. */
export type Mailer = {
  /** Resolves once the mail is accepted. Rejects if it is refused, and soon after the signal was aborted. */
  send: (mail: OutgoingMail, signal: AbortSignal) => Promise<void>
}
