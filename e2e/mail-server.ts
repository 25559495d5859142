import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/**
 * A mail that has arrived. `text` and `html` are its decoded plain-text and HTML parts. `html` is empty if the mail
 * has no HTML part.
 */
type ArrivedMail = { to: string; text: string; html: string }

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
  const mails: string[] = []
  const server = createServer((socket) => converse(socket, mails))
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  // cast: `address()` returns an `AddressInfo` for a server that listens on a TCP port.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const url = `smtp://127.0.0.1:${port}`
  return {
    url,
    settings: { SMTP_URL: url, MAIL_FROM: 'shop@coffee.example', MAIL_TO: 'owner@coffee.example' },
    open: async () => {
      if (!server.listening) await listen(port)
    },
    taken: () => mails.join(''),
    mailsTo: (address) => mails.map(parse).filter(({ to }) => to === address),
    close: () => server.close(),
  }
}

function converse(socket: Socket, mails: string[]): void {
  let text: string | null = null
  // A shop that ends while it is connected resets the connection.
  socket.on('error', () => undefined)
  socket.write('220 ready\r\n')
  socket.on('data', (chunk) => {
    if (text === null) {
      for (const command of chunk.toString().trim().split('\r\n')) {
        if (command === 'DATA') text = ''
        socket.write(command === 'DATA' ? '354 go on\r\n' : '250 fine\r\n')
      }
      return
    }
    text += chunk.toString()
    if (!text.endsWith('\r\n.\r\n')) return
    mails.push(text.replaceAll('\r\n..', '\r\n.'))
    text = null
    socket.write('250 taken\r\n')
  })
}

function parse(mail: string): ArrivedMail {
  const to = /^To: (.+)$/m.exec(mail)?.[1]?.trim() ?? ''
  const boundary = /boundary="(.+?)"/.exec(mail)?.[1]
  const parts = boundary === undefined ? [mail] : mail.split(`--${boundary}`).slice(1)
  const partOf = (type: string) => decode(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '')
  return { to, text: partOf('text/plain'), html: partOf('text/html') }
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
