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

/**
 * `url` is the URL of the mail server, with the user name and password. `from` is the sender. Without a name, mails have
 * the name of the shop.
 */
export type SmtpSettings = { url: string; from: MailAddress }

/**
 * The library is given addresses only in this form. It would parse a text, and could read several recipients from it.
 */
export type MailAddress = { name: string; address: string }

/**
 * Returns a mailer that uses an SMTP server. It opens a new connection for each mail. The library for SMTP is loaded
 * when the first mail is sent.
 */
export function smtpMailer({ url, from }: SmtpSettings): Mailer {
  return {
    send: async ({ id, sender = '', to, replyTo, ...mail }, signal) => {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url, socketCloseTimeout: 0 })
      try {
        await transport.sendMail({
          ...mail,
          from: { name: oneLine(from.name || sender), address: from.address },
          to: { name: '', address: to },
          replyTo: { name: '', address: replyTo },
          messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
          signal,
        })
      } finally {
        transport.close()
      }
    },
  }
}

function oneLine(name: string): string {
  return name.replaceAll(/\s+/g, ' ')
}

const CONNECT_MS = 10_000

/** Connects to the mail server and signs in, but sends nothing. Rejects with the reason if that fails. */
export async function verifySmtp({ url }: Pick<SmtpSettings, 'url'>): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ url, connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
