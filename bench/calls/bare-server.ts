// The limit of reads: node:http with copies of the shop's responses. It forwards the first request of each path with its
// headers, and answers all later ones with the same bytes and headers. Arguments: the shop's origin, and
// `--without-script` to serve HTML without scripts.
import { createServer, get } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'

/** `headers` has names and values in turn. */
type Copy = { status: number; headers: string[]; body: Buffer }

/** The bare server makes these itself. */
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
  // A server that listens on a port has an address with one.
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
