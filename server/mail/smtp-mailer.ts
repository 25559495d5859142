import type { Mailer } from './mailer.ts'

/**
 * `url` is the URL of the mail server, with the user name and password. `from` is the sender. Without a name, mails have
 * the name of the shop.
 */
export type SmtpSettings = { url: string; from: MailAddress }

/** The library is given addresses only in this form. It would parse a text, and could read several recipients from it. */
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
