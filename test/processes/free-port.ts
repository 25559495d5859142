import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'

/** Lets a server listen on this machine, by default on a free port. Returns the port. */
export async function listen(server: Server, ownPort = 0, host = '127.0.0.1'): Promise<number> {
  server.listen(ownPort, host)
  await once(server, 'listening')
  // cast: `address()` returns an `AddressInfo` for a server that listens on a TCP port.
  return (server.address() as AddressInfo).port
}

/** Returns a TCP port of this machine that no program listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listen(server)
  server.close()
  return port
}
