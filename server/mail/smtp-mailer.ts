import type { Mailer } from './mailer.ts'

/** `url` is the URL of the mail server, with the user name and password. `from` is the sender of every mail. */
export type SmtpSettings = { url: string; from: string }

/**
 * Returns a mailer that uses an SMTP server. It opens a new connection for each mail. The library for SMTP is loaded
 * when the first mail is sent.
 */
export function smtpMailer({ url, from }: SmtpSettings): Mailer {
  return {
    send: async ({ id, ...mail }, signal) => {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url, socketCloseTimeout: 0 })
      try {
        await transport.sendMail({ from, ...mail, messageId: `<${id}@crema>`, signal })
      } finally {
        transport.close()
      }
    },
  }
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
