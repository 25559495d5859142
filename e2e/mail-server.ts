import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A mail server that refuses connections until `open` is called, and accepts every mail after that. */
export type MailServer = { url: string; open: () => Promise<void>; taken: () => string; close: () => void }

/** Chooses a free port for a mail server. Nothing listens on it yet. */
export async function reserveMailServer(): Promise<MailServer> {
  let text = ''
  const server = createServer((socket) => {
    let inText = false
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      if (inText) {
        text += chunk.toString()
        if (!text.endsWith('\r\n.\r\n')) return
        inText = false
        socket.write('250 taken\r\n')
        return
      }
      for (const command of chunk.toString().trim().split('\r\n')) {
        inText = command === 'DATA'
        socket.write(inText ? '354 go on\r\n' : '250 fine\r\n')
      }
    })
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return {
    url: `smtp://127.0.0.1:${port}`,
    open: () => listen(port),
    taken: () => text,
    close: () => server.close(),
  }
}
