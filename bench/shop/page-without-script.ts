// The limit of a page: its own HTML without any script, its styles within as they were, and the same pictures, from
// a bare server. Started with the page's address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

type Kept = { status: number; headers: Record<string, string>; body: Buffer }

const [address = ''] = process.argv.slice(2)
const { origin, pathname } = new URL(address)
const kept = new Map<string, Promise<Kept>>()

const server = createServer(async (request, response) => {
  const path = request.url ?? '/'
  const known = kept.get(path) ?? fetchOnce(path)
  kept.set(path, known)
  const { status, headers, body } = await known
  response.writeHead(status, headers).end(body)
})
kept.set(pathname, bareCopy(pathname))
await kept.get(pathname)
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})

async function bareCopy(path: string): Promise<Kept> {
  const { status, headers, body } = await fetchOnce(path)
  const html = body
    .toString()
    .replace(/<script\b.*?<\/script>/gs, '')
    .replace(/<link rel="(?:module)?preload"[^>]*as="script"[^>]*>|<link rel="modulepreload"[^>]*>/g, '')
  const small = brotliCompressSync(html)
  return {
    status,
    headers: { ...headers, 'content-encoding': 'br', 'content-length': String(small.length) },
    body: small,
  }
}

/** As the shop answers it, uncompressed; pictures and the typeface are what is left to ask for. */
async function fetchOnce(path: string): Promise<Kept> {
  const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } })
  const body = Buffer.from(await answer.arrayBuffer())
  const made = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !made.has(name)))
  return { status: answer.status, headers, body }
}
