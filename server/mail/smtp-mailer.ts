import type { Mailer } from './mailer.ts'

/**
 * `url` is the URL of the mail server, with the user name and password. `from` is the address of the sender, with or
 * without a name.
 */
export type SmtpSettings = { url: string; from: string }

/**
 * Returns a mailer that uses an SMTP server. It opens a new connection for each mail. The library for SMTP is loaded
 * when the first mail is sent.
 */
export function smtpMailer({ url, from }: SmtpSettings): Mailer {
  return {
    send: async ({ id, sender, ...mail }, signal) => {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ url, socketCloseTimeout: 0 })
      try {
        const messageId = `<${id}@${domainOf(from)}>`
        await transport.sendMail({ from: withName(from, sender), ...mail, messageId, signal })
      } finally {
        transport.close()
      }
    },
  }
}

/**
 * Returns the sender with the name of the shop if it is only an address, such as `shop@coffee.example`. A line break in
 * the name becomes a space.
 */
function withName(from: string, name = ''): string | { name: string; address: string } {
  return name === '' || from.includes('<') ? from : { name: name.replaceAll(/\s+/g, ' '), address: from }
}

function domainOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'
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
