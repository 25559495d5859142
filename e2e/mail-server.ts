import { startSmtpServer } from '../test/stand-ins/smtp-server.ts'
import type { SmtpServer } from '../test/stand-ins/smtp-server.ts'

/**
 * A mail that has arrived. `text` and `html` are its decoded plain-text and HTML parts. `html` is empty if the mail
 * has no HTML part. `subject` is as it was sent, so only one in ASCII is legible.
 */
export type ArrivedMail = { to: string; subject: string; text: string; html: string }

/** A mail server for tests. It refuses connections until `open` is called, and accepts every mail after that. */
export type MailServer = {
  url: string
  /** The environment variables of a shop that sends its mails to this server. */
  settings: Record<string, string>
  /** Starts to accept connections. Does nothing if the server is already open. */
  open: () => Promise<void>
  /** Returns the raw text of all mails that have arrived, with their headers. */
  taken: () => string
  mailsTo: (address: string) => ArrivedMail[]
  close: () => void
}

/** Chooses a free port for a mail server. Nothing listens on the port until `open` is called. */
export async function reserveMailServer(): Promise<MailServer> {
  const free = await startSmtpServer()
  await free.close()
  const { url } = free
  const mails: string[] = []
  let server: SmtpServer | null = null
  return {
    url,
    settings: { SMTP_URL: url, MAIL_FROM: 'shop@coffee.example', MAIL_TO: 'owner@coffee.example' },
    open: async () => {
      server ??= await startSmtpServer(Number(new URL(url).port))
      server.texts = mails
    },
    taken: () => mails.join(''),
    mailsTo: (address) => mails.map(parse).filter(({ to }) => to === address),
    close: () => {
      void server?.close()
      server = null
    },
  }
}

function parse(mail: string): ArrivedMail {
  const to = /^To: (.+)$/m.exec(mail)?.[1]?.trim() ?? ''
  const boundary = /boundary="(.+?)"/.exec(mail)?.[1]
  const parts = boundary === undefined ? [mail] : mail.split(`--${boundary}`).slice(1)
  const partOf = (type: string) => decode(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '')
  const subject =
    /^Subject: (.+(?:\r?\n\s.+)*)$/m
      .exec(mail)?.[1]
      ?.replaceAll(/\r?\n\s/g, ' ')
      .trim() ?? ''
  return { to, subject, text: partOf('text/plain'), html: partOf('text/html') }
}

/** Returns the decoded body of one part of a mail. The headers of the part say how the body is encoded. */
function decode(part: string): string {
  const end = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, end), part.slice(end + 4)]
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
