import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { listen } from '../processes/free-port.ts'

/**
 * A mail server for tests. `commands` lists the SMTP commands of all connections, and `texts` lists the accepted
 * mails with their headers.
 */
export type SmtpServer = {
  url: string
  commands: string[]
  texts: string[]
  /** Whether the server accepts a mail, refuses each recipient and password, or never responds. */
  mode: 'accept' | 'refuse' | 'hang'
  /** Stops the server. Resolves when every connection is closed. */
  close: () => Promise<void>
}

/**
 * Starts a mail server on a port of this machine, by default a free one. It knows only the commands of SMTP (RFC 5321)
 * that are needed to receive a mail.
 */
export async function startSmtpServer(ownPort = 0): Promise<SmtpServer> {
  const server = createServer((socket) => converse(socket, state))
  const port = await listen(server, ownPort)
  const state: SmtpServer = {
    url: `smtp://127.0.0.1:${port}`,
    commands: [],
    texts: [],
    mode: 'accept',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return state
}

function converse(socket: Socket, state: SmtpServer): void {
  let text: string | null = null
  socket.on('error', () => undefined)
  if (state.mode === 'hang') return void socket.resume()
  socket.write('220 test\r\n')
  socket.on('data', (chunk: Buffer) => {
    if (text === null) {
      for (const command of String(chunk).trim().split('\r\n')) {
        state.commands.push(command)
        if (command === 'DATA') text = ''
        socket.write(replyTo(command, state.mode))
      }
      return
    }
    text += chunk
    if (!text.endsWith('\r\n.\r\n')) return
    state.texts.push(text.replaceAll('\r\n..', '\r\n.'))
    text = null
    socket.write('250 accepted\r\n')
  })
}

function replyTo(command: string, mode: SmtpServer['mode']): string {
  if (command === 'DATA') return '354 go on\r\n'
  if (command.startsWith('EHLO')) return '250-test\r\n250 AUTH PLAIN\r\n'
  if (command.startsWith('AUTH')) return mode === 'refuse' ? '535 wrong password\r\n' : '235 ok\r\n'
  return mode === 'refuse' && command.startsWith('RCPT') ? '550 mailbox is full\r\n' : '250 ok\r\n'
}
