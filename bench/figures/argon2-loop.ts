// The limit of signing in: the password's hash alone, as many at once as the shop makes. Started with a number of
// seconds; prints an address for the sake of who started it, and hashes a second for each line that it is sent.
import { argon2, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'

const AT_ONCE = 2
const derive = promisify(argon2)

const server = createServer(async (request, response) => {
  const seconds = Number(request.url?.slice(1))
  response.end(String(await hashesPerSecond(seconds)))
})
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  process.stdout.write(`http://127.0.0.1:${port}\n`)
})

async function hashesPerSecond(seconds: number): Promise<number> {
  const started = performance.now()
  const counts = await Promise.all(Array.from({ length: AT_ONCE }, () => hashUntil(started + seconds * 1000)))
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - started) / 1000)
}

async function hashUntil(end: number): Promise<number> {
  let done = 0
  for (; performance.now() < end; done++) {
    await derive('argon2id', {
      memory: 65_536,
      passes: 3,
      parallelism: 1,
      tagLength: 32,
      message: 'coffee123',
      nonce: randomBytes(16),
    })
  }
  return done
}
