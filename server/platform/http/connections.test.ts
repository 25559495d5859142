import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { connectionLimits, Connections } from './connections.ts'
import { HttpListener } from './http-listener.ts'
import type { HttpListenerSetting } from './http-listener.ts'

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** A stub of a socket that can have any IP address. It has only the members that `Connections` uses. */
class FakeSocket extends EventEmitter {
  destroyed = false
  readonly remoteAddress: string
  constructor(remoteAddress: string) {
    super()
    this.remoteAddress = remoteAddress
  }
  destroy(): void {
    this.destroyed = true
    this.emit('close')
  }
}

test('connections of one IPv6 /48 are limited together, from all its /64 networks', () => {
  const connections = new Connections({ ...connectionLimits, fromAddress: 2, fromSite: 3 }, false)
  const sockets = [
    '2001:db8:1:1::1',
    '2001:db8:1:1::2',
    '2001:db8:1:2::1',
    '2001:db8:2::1',
    '2001:db8:1:3::1',
  ].map((address) => new FakeSocket(address))
  // cast: `Connections` uses only the members of a socket that the stub has
  for (const socket of sockets) connections.accept(socket as unknown as Socket)
  expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false, false])
})

describe('connections', () => {
  const open: { close: () => Promise<void> }[] = []
  const sockets: Socket[] = []
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    for (const listener of open.splice(0)) await listener.close()
  })

  /**
   * Opens an HTTP listener. It responds to `/held` only when the test sends the response, and to all other paths
   * immediately.
   */
  async function listen(setting: HttpListenerSetting) {
    const listener = new HttpListener(setting)
    open.push(listener)
    const port = await listener.listen('127.0.0.1', 0)
    const held: ServerResponse[] = []
    listener.open(
      (request, response) => void (request.url === '/held' ? held.push(response) : response.end('welcome')),
    )
    return { port, held }
  }

  /** Connects to the listener from a local IP address and sends a request. */
  async function visit(port: number, { from = '127.0.0.1', text = REQUEST } = {}) {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    const visitor = { socket, received: '', isClosed: false }
    sockets.push(socket)
    socket.on('data', (chunk: Buffer) => (visitor.received += chunk)).on('error', () => undefined)
    socket.on('close', () => (visitor.isClosed = true))
    await once(socket, 'connect')
    if (text) socket.write(text)
    return visitor
  }

  type Visitor = Awaited<ReturnType<typeof visit>>
  const answered = async (visitor: Visitor) => {
    await expect.poll(() => visitor.received).toContain('welcome')
  }
  const closed = async (visitor: Visitor) => {
    await expect.poll(() => visitor.isClosed).toBe(true)
  }
  const held = REQUEST.replace('/ ', '/held ')

  test('of one address are closed for new ones of this address, the longest idle first, and not for other addresses', async () => {
    const { port } = await listen({ limits: { fromAddress: 2 } })
    const other = await visit(port, { from: '127.0.0.2' })
    await answered(other)
    const first = await visit(port)
    await answered(first)
    const second = await visit(port)
    await answered(second)
    first.received = ''
    first.socket.write(REQUEST)
    await answered(first)
    const third = await visit(port)
    await answered(third)
    await closed(second)
    expect([other, first, third].map(({ isClosed }) => isClosed)).toEqual([false, false, false])
  })

  test('with a request in progress are not closed for a new one, which is closed instead', async () => {
    const { port, held: responses } = await listen({ limits: { fromAddress: 2 } })
    const [first, second] = [await visit(port, { text: held }), await visit(port, { text: held })]
    await expect.poll(() => responses.length).toBe(2)
    const third = await visit(port)
    await closed(third)
    for (const response of responses) response.end('welcome')
    await Promise.all([answered(first), answered(second)])
    await answered(await visit(port))
  })

  test('of all addresses together are limited, also behind a proxy, which has one address', async () => {
    const { port } = await listen({ limits: { inAll: 3, fromAddress: 2 }, isBehindProxy: true })
    const visitors: Visitor[] = []
    for (let count = 0; count < 4; count++) {
      const visitor = await visit(port)
      await answered(visitor)
      visitors.push(visitor)
    }
    await closed(visitors[0] as Visitor)
    expect(visitors.slice(1).map(({ isClosed }) => isClosed)).toEqual([false, false, false])
  })

  test('of one address have the limit of the shop', async () => {
    const { port } = await listen({})
    const first = await visit(port)
    await answered(first)
    const others = await Promise.all(
      Array.from({ length: connectionLimits.fromAddress - 1 }, () => visit(port, { text: '' })),
    )
    await answered(await visit(port, { from: '127.0.0.2' }))
    expect([first, ...others].some(({ isClosed }) => isClosed)).toBe(false)
    await answered(await visit(port))
    await closed(first)
    expect([connectionLimits.fromAddress, connectionLimits.fromSite, connectionLimits.inAll]).toEqual([
      256, 1024, 4000,
    ])
  })

  test('with too many unanswered requests are closed, and their further requests are not handled', async () => {
    const { port, held: responses } = await listen({ limits: { unanswered: 4 } })
    const many = await visit(port, { text: held.repeat(100) })
    await closed(many)
    expect(responses).toHaveLength(4)
  })

  test('can send any number of requests one after the other', async () => {
    const { port } = await listen({ limits: { unanswered: 2 } })
    const visitor = await visit(port)
    for (let count = 0; count < 10; count++) {
      await answered(visitor)
      visitor.received = ''
      visitor.socket.write(REQUEST.repeat(2))
    }
    await answered(visitor)
    expect(visitor.isClosed).toBe(false)
  })
})
