// A bare `node:http` server with which the shop is compared. It responds with copies of the shop's responses: it forwards
// a request to the shop at the origin in its argument if it has no copy for the URL yet, and keeps the response.
import { createServer, get } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Copy = { status: number; headers: string[]; body: Buffer }

/** Headers that describe the shop's connection, or that the bare server sets itself. */
const NOT_COPIED = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

const [origin = ''] = process.argv.slice(2)
const copies = new Map<string, Copy>()

const server = createServer(async ({ url = '/', headers }, response) => {
  let copy = copies.get(url)
  // Nothing is awaited for a URL that has a copy, because that would take time.
  if (!copy) copies.set(url, (copy = await copyOf(url, headers)))
  response.writeHead(copy.status, copy.headers).end(copy.body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`)
})

async function copyOf(url: string, headers: IncomingMessage['headers']): Promise<Copy> {
  const original = await new Promise<IncomingMessage>((resolve) => get(origin + url, { headers }, resolve))
  const { statusCode: status = 0, rawHeaders } = original
  const body = await buffer(original)
  const copied = rawHeaders.filter(
    (_, at) => !NOT_COPIED.has(String(rawHeaders[at - (at % 2)]).toLowerCase()),
  )
  return { status, headers: [...copied, 'content-length', String(body.length)], body }
}
