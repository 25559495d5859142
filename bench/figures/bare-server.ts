// The limit: node:http answering one request with the bytes and headers that the shop answered it with.
// Started with the address to copy and the headers to ask with, as JSON.
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'

const [address = '', asked = '{}'] = process.argv.slice(2)
const headers: Record<string, string> = JSON.parse(asked)

get(address, { headers }, (answer) => {
  const chunks: Buffer[] = []
  answer.on('data', (chunk: Buffer) => chunks.push(chunk))
  answer.on('end', () => serve(answer.statusCode ?? 0, answer.rawHeaders, Buffer.concat(chunks)))
})

function serve(status: number, raw: string[], body: Buffer): void {
  const made = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])
  const kept: string[] = status === 304 ? [] : ['content-length', String(body.length)]
  for (let at = 0; at < raw.length; at += 2)
    if (!made.has(String(raw[at]).toLowerCase())) kept.push(String(raw[at]), String(raw[at + 1]))
  const server = createServer((_request, response) => response.writeHead(status, kept).end(body))
  server.listen(0, '127.0.0.1', () => {
    // A server that listens on a port has an address with one.
    const { port } = server.address() as AddressInfo
    process.stdout.write(`http://127.0.0.1:${port}\n`)
  })
}
