import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { HttpListener } from './http-listener.ts'

/** More bytes than fit into the buffers between the shop and a client that does not read. */
const LARGE = 20 * 1024 * 1024
/** A timeout in milliseconds that is long enough for a busy machine. */
const PATIENT = { timeout: 20_000 }

async function get(
  port: number,
  agent?: Agent,
  headers = {},
): Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }> {
  const asked = request({ port, host: '127.0.0.1', agent: agent ?? new Agent(), headers }).end()
  // cast: the event `response` has one argument, the response
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer) text += chunk
  return { status: answer.statusCode ?? 0, text, headers: answer.headers }
}

describe('the HTTP listener', () => {
  test('responds with 503 until it is opened, then passes requests on', async () => {
    const listener = new HttpListener()
    const port = await listener.listen('127.0.0.1', 0)
    const early = await get(port)
    expect([early.status, early.headers['retry-after']]).toEqual([503, '1'])
    expect(JSON.parse(early.text)).toMatchObject({ status: 503, code: 'busy' })
    const page = await get(port, undefined, { accept: 'text/html' })
    expect([page.status, page.headers['retry-after'], page.headers['content-type']]).toEqual([
      503,
      '1',
      'text/html; charset=utf-8',
    ])
    expect(page.text).toContain('The shop is busy')
    listener.open((_request, response) => response.end('welcome'))
    expect(await get(port)).toMatchObject({ status: 200, text: 'welcome' })
    await listener.close()
  })

  test('refuses a request with two Host headers', async () => {
    const listener = new HttpListener()
    const port = await listener.listen('127.0.0.1', 0)
    const handled: (string | undefined)[] = []
    listener.open(({ headers }, response) => {
      handled.push(headers.host)
      response.end('welcome')
    })
    const send = async (...hosts: string[]) => {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET / HTTP/1.1\r\n${hosts.map((line) => `${line}\r\n`).join('')}\r\n`)
      const [bytes] = await once(socket, 'data')
      socket.destroy()
      return String(bytes).slice(9, 12)
    }
    expect(await send('Host: shop.example')).toBe('200')
    expect(await send('Host: shop.example', 'host: evil.example')).toBe('400')
    expect(await send('Host: shop.example', 'Accept: */*', 'HOST: shop.example')).toBe('400')
    expect(handled).toEqual(['shop.example'])
    await listener.close()
  })

  test('finishes requests in progress when it closes, and refuses new ones', async () => {
    const listener = new HttpListener()
    const port = await listener.listen('127.0.0.1', 0)
    const inside = Promise.withResolvers<ServerResponse>()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    listener.open((_request, response) => inside.resolve(response))
    const running = get(port, agent)
    const response = await inside.promise
    let closed = false
    const closing = listener.close().then(() => (closed = true))
    const next = get(port, agent)
    await expect.poll(() => get(port).catch(({ code }) => code)).toBe('ECONNREFUSED')
    expect(closed).toBe(false)
    response.end('served')
    expect(await running).toMatchObject({ status: 200, text: 'served' })
    expect(
      await next.then(
        ({ status }) => status,
        ({ code }) => code,
      ),
    ).toSatisfy((end) => end === 503 || end === 'ECONNREFUSED')
    await closing
    agent.destroy()
  })

  test('still serves a request that comes on an open connection while it closes, if it was drained', async () => {
    const listener = new HttpListener()
    const port = await listener.listen('127.0.0.1', 0)
    listener.open((_request, response) => response.end('welcome'))
    const socket = connect(port, '127.0.0.1')
    socket.write('POST / HTTP/1.1\r\nhost: shop\r\n')
    await once(socket, 'connect')
    listener.drain()
    const closing = listener.close()
    await expect.poll(() => get(port).catch(({ code }) => code)).toBe('ECONNREFUSED')
    socket.write('content-length: 0\r\n\r\n')
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 200 [^]*connection: close/i)
    await closing
  })

  test('accepts the connections that wait for that when it closes', async () => {
    const listener = new HttpListener()
    const port = await listener.listen('127.0.0.1', 0)
    listener.open((_request, response) => response.end('welcome'))
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n')
    listener.drain()
    const closing = listener.close()
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
    await closing
  })

  test('does not wait for idle connections when it closes', async () => {
    const listener = new HttpListener()
    const port = await listener.listen('127.0.0.1', 0)
    listener.open((_request, response) => response.end('welcome'))
    const agent = new Agent({ keepAlive: true })
    await get(port, agent)
    const begin = Date.now()
    await listener.close()
    expect(Date.now() - begin).toBeLessThan(2000)
    agent.destroy()
  })

  test('closes a connection that sends nothing, and not one that waits for its response', async () => {
    const listener = new HttpListener({ silentMs: 100 })
    const port = await listener.listen('127.0.0.1', 0)
    listener.open((_request, response) => void setTimeout(() => response.end('welcome'), 400))
    const agent = new Agent({ keepAlive: true })
    const silent = connect(port, '127.0.0.1')
    const [first] = await Promise.all([get(port, agent), once(silent, 'close')])
    expect([first.text, (await get(port, agent)).text]).toEqual(['welcome', 'welcome'])
    agent.destroy()
    await listener.close()
  })

  test('closes a connection whose headers do not end, and serves others at the same time', async () => {
    const listener = new HttpListener({ headersMs: 400 })
    const port = await listener.listen('127.0.0.1', 0)
    listener.open((_request, response) => response.end('welcome'))
    const begin = performance.now()
    const slow = connect(port, '127.0.0.1')
    slow.write('GET / HTTP/1.1\r\nHost: a\r\n')
    const dribble = setInterval(() => slow.write('x'), 50)
    let said = ''
    slow.on('data', (chunk: Buffer) => (said += chunk)).on('error', () => undefined)
    // `once` would reject when the connection is reset, because something was written after the server had closed it.
    const closed = new Promise<void>((resolve) => slow.on('close', () => resolve()))
    expect((await get(port)).text).toBe('welcome')
    await closed
    clearInterval(dribble)
    expect(said).toMatch(/^HTTP\/1.1 408 /)
    expect(performance.now() - begin).toBeLessThan(5000)
    await listener.close()
  })

  test('closes a connection that does not read its response, and serves one that reads slowly', async () => {
    const listener = new HttpListener({ idleMs: 1000 })
    const port = await listener.listen('127.0.0.1', 0)
    const left = Promise.withResolvers<void>()
    listener.open((asked, response) => {
      if (asked.url === '/never') response.on('close', left.resolve)
      response.end(Buffer.alloc(LARGE))
    })
    const never = connect(port, '127.0.0.1', () => never.write('GET /never HTTP/1.1\r\nHost: a\r\n\r\n'))
    never.pause().on('error', () => undefined)
    const slow = connect(port, '127.0.0.1', () => slow.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n'))
    const begin = performance.now()
    let taken = 0
    slow.on('data', (chunk: Buffer) => {
      taken += chunk.length
      slow.pause()
      setTimeout(() => slow.resume(), 5)
    })
    await left.promise
    await expect.poll(() => taken, PATIENT).toBeGreaterThan(LARGE)
    expect(performance.now() - begin).toBeGreaterThan(900)
    for (const line of [never, slow]) line.destroy()
    await listener.close()
  })

  test('keeps a connection that waits long for its response', async () => {
    const listener = new HttpListener({ idleMs: 100 })
    const port = await listener.listen('127.0.0.1', 0)
    listener.open((_request, response) => void setTimeout(() => response.end('welcome'), 500))
    const agent = new Agent({ keepAlive: true })
    expect([(await get(port, agent)).text, (await get(port, agent)).text]).toEqual(['welcome', 'welcome'])
    agent.destroy()
    await listener.close()
  })

  /**
   * Sends a request whose body has ten bytes, one byte every 100 ms, and stops after the first `asFarAs` bytes.
   * Returns the text of the response, its status if it is not 200, or the code of the error.
   */
  async function sendSlowly(
    timeouts: ConstructorParameters<typeof HttpListener>[0],
    asFarAs: number,
  ): Promise<string> {
    const listener = new HttpListener({ headersMs: 200, ...timeouts })
    const port = await listener.listen('127.0.0.1', 0)
    listener.open((asked, response) => {
      let bytes = 0
      asked
        .on('data', (chunk: Buffer) => (bytes += chunk.length))
        .on('end', () => response.end(`${bytes} bytes`))
        .on('error', () => undefined)
    })
    const sender = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 10 } })
    const answer = once(sender, 'response').then(
      async ([got]) => (got.statusCode === 200 ? String(await got.toArray()) : got.statusCode),
      ({ code }) => code,
    )
    for (let sent = 0; sent < asFarAs; sent++) {
      if (!sender.destroyed) sender.write('x')
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const said = await answer
    await listener.close()
    return said
  }

  test('accepts a large request that comes slowly, but not one that pauses or never ends', async () => {
    expect(await sendSlowly({ idleMs: 600 }, 10)).toBe('10 bytes')
    expect(await sendSlowly({ idleMs: 300 }, 5)).toBe('ECONNRESET')
    expect(await sendSlowly({ requestMs: 400 }, 10)).toBe(408)
  })

  test('rejects with one sentence if the port is taken', async () => {
    const [first, second] = [new HttpListener(), new HttpListener()]
    const port = await first.listen('127.0.0.1', 0)
    await expect(second.listen('127.0.0.1', port)).rejects.toThrow(
      `Port ${port} is taken by another program. Stop it, or choose another PORT.`,
    )
    await first.close()
  })

  test('rejects with one sentence if it cannot listen at the address', async () => {
    await expect(new HttpListener().listen('192.0.2.1', 0)).rejects.toThrow('Cannot listen on 192.0.2.1:0')
  })
})
