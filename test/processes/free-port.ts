import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Returns a TCP port of this machine that no program listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: `address()` returns an `AddressInfo` for a server that listens on a TCP port.
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
