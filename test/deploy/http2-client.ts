import { once } from 'node:events'
import { connect } from 'node:http2'
import type { ClientHttp2Session } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** A request over HTTP/2. `body` is sent as it is, or as JSON if it is an object. */
export type Asked = { method?: string; headers?: Record<string, string>; body?: Buffer | object }

export type Replied = { status: number; headers: Record<string, string>; body: string }

/** A browser that speaks HTTP/2 with a proxy on this machine, whose certificate it does not check. */
export type Http2Client = {
  ask: (path: string, asked?: Asked) => Promise<Replied>
  /** Opens a stream of server-sent events. `heard` is all text that has arrived. */
  listen: (
    path: string,
    headers: Record<string, string>,
  ) => Promise<{ heard: () => string; close: () => void }>
  close: () => void
}

/** Connects from an address of this machine, such as 127.0.0.2, so that the proxy sees different visitors. */
export async function connectHttp2(port: number, from = '127.0.0.1'): Promise<Http2Client> {
  const session = connect(`https://localhost:${port}`, {
    createConnection: () =>
      connectTls({
        socket: connectTcp({ host: '127.0.0.1', port, localAddress: from }),
        servername: 'localhost',
        ALPNProtocols: ['h2'],
        rejectUnauthorized: false,
      }),
  })
  session.on('error', () => undefined)
  await once(session, 'connect')
  return {
    ask: (path, asked) => ask(session, path, asked),
    listen: (path, headers) => listen(session, path, headers),
    close: () => session.destroy(),
  }
}

async function ask(
  session: ClientHttp2Session,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Replied> {
  const bytes = Buffer.isBuffer(body) ? body : body && Buffer.from(JSON.stringify(body))
  const described = bytes && { 'content-type': 'application/json', 'content-length': bytes.length }
  const stream = session.request({ ':path': path, ':method': method, ...described, ...headers })
  // A proxy that refuses a body resets the stream, also after its response.
  stream.on('error', () => undefined).end(bytes)
  const [received]: Record<string, string>[] = await once(stream, 'response')
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  return { status: Number(received?.[':status']), headers: received ?? {}, body: text }
}

async function listen(session: ClientHttp2Session, path: string, headers: Record<string, string>) {
  const stream = session.request({ ':path': path, 'accept': 'text/event-stream', ...headers })
  let text = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  stream.on('error', () => undefined)
  await once(stream, 'response')
  return { heard: () => text, close: () => stream.close() }
}
