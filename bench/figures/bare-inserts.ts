// The limit of durable writes where PostgreSQL is not installed: a node:http server that inserts a row for each request.
// Requests that arrive together share one commit, and are answered after it. The argument is the path of the database.
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'

const books = new DatabaseSync(process.argv[2] ?? '')
books.exec(
  'PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; CREATE TABLE item (id INTEGER PRIMARY KEY, email TEXT, name TEXT, img TEXT, price INTEGER)',
)
const insert = books.prepare('INSERT INTO item (email, name, img, price) VALUES (?, ?, ?, ?)')
const waiting: ServerResponse[] = []

const server = createServer((_request, response) => {
  if (waiting.push(response) === 1) setImmediate(commit)
})
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})

function commit(): void {
  const together = waiting.splice(0)
  books.exec('BEGIN')
  for (const _ of together) insert.run('a@example.com', 'Lungo', '/images/x.webp', 1250)
  books.exec('COMMIT')
  for (const response of together) response.end('{}')
}
