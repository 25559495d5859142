import type { Mailer } from './mailer.ts'

/** `url` is the address of the mail server with its credentials, `from` the sender of every mail. */
export type SmtpSettings = { url: string; from: string }

/** Sends mails through an SMTP server, each on a new connection. The library is loaded with the first mail. */
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
