// A bare `node:http` server with which the shop is compared. It responds with copies of the shop's responses: it
// forwards a request to the shop if it has no copy for the URL yet, and keeps the shop's response as the copy.
// Arguments: the shop's origin and, to remove the scripts from the HTML, `--without-script`.
import { createServer, get } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'

/** A copy of one of the shop's responses. `headers` is a flat list: a name, its value, the next name and so on. */
type Copy = { status: number; headers: string[]; body: Buffer }

/**
 * Headers that are not copied from the shop's response, because they describe the shop's connection or because the bare
 * server sets its own.
 */
const NOT_COPIED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])
const SCRIPTS = /<script\b.*?<\/script>|<link rel="(?:modulepreload"|preload"[^>]*as="script")[^>]*>/gs

const [origin = '', option] = process.argv.slice(2)
const isWithoutScript = option === '--without-script'
const copies = new Map<string, Copy>()

const server = createServer((request, response) => {
  const copy = copies.get(String(request.url))
  if (copy) send(copy, response)
  else forward(request, response)
})
server.listen(0, '127.0.0.1', () => {
  // The cast is safe: the server listens on a TCP port, so `address()` returns an object with the port.
  const { port } = server.address() as AddressInfo
  console.log(`http://127.0.0.1:${port}`)
})

function send({ status, headers, body }: Copy, response: ServerResponse): void {
  response.writeHead(status, headers).end(body)
}

function forward({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
  const wanted = isWithoutScript ? { ...headers, 'accept-encoding': 'identity' } : headers
  get(origin + url, { headers: wanted }, async (original) => {
    const copy = copyOf(original, await buffer(original))
    copies.set(url, copy)
    send(copy, response)
  })
}

function copyOf({ statusCode = 0, rawHeaders, headers }: IncomingMessage, bytes: Buffer): Copy {
  const isStripped = isWithoutScript && headers['content-type']?.startsWith('text/html') === true
  const body = isStripped ? brotliCompressSync(bytes.toString().replace(SCRIPTS, '')) : bytes
  const copied = rawHeaders.filter(
    (_, at) => !NOT_COPIED.has(String(rawHeaders[at - (at % 2)]).toLowerCase()),
  )
  if (isStripped) copied.push('content-encoding', 'br')
  if (statusCode !== 304) copied.push('content-length', String(body.length))
  return { status: statusCode, headers: copied, body }
}
