import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { FrontDoor } from './front-door.ts'

/** More than fits into what lies between the shop and a visitor who does not read on. */
const LARGE = 20 * 1024 * 1024
/** A busy machine is slow. */
const PATIENT = { timeout: 20_000 }

async function get(
  port: number,
  agent?: Agent,
  headers = {},
): Promise<{ status: number; text: string; headers: IncomingMessage['headers'] }> {
  const asked = request({ port, host: '127.0.0.1', agent: agent ?? new Agent(), headers }).end()
  // `response` comes with the answer's message.
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer) text += chunk
  return { status: answer.statusCode ?? 0, text, headers: answer.headers }
}

describe('the front door', () => {
  test('answers 503 until the shop is open, then lets visitors in', async () => {
    const door = new FrontDoor()
    const port = await door.listen('127.0.0.1', 0)
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
    door.open((_request, response) => response.end('welcome'))
    expect(await get(port)).toMatchObject({ status: 200, text: 'welcome' })
    await door.close()
  })

  test('finishes what is running when it closes, and turns others away', async () => {
    const door = new FrontDoor()
    const port = await door.listen('127.0.0.1', 0)
    const inside = Promise.withResolvers<ServerResponse>()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    door.open((_request, response) => inside.resolve(response))
    const running = get(port, agent)
    const response = await inside.promise
    let closed = false
    const closing = door.close().then(() => (closed = true))
    const next = get(port, agent)
    await expect(get(port)).rejects.toThrow('ECONNREFUSED')
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

  test('does not wait for visitors who ask for nothing any more', async () => {
    const door = new FrontDoor()
    const port = await door.listen('127.0.0.1', 0)
    door.open((_request, response) => response.end('welcome'))
    const agent = new Agent({ keepAlive: true })
    await get(port, agent)
    const begin = Date.now()
    await door.close()
    expect(Date.now() - begin).toBeLessThan(2000)
    agent.destroy()
  })

  test('shows out who comes in and says nothing, and nobody who waits for an answer', async () => {
    const door = new FrontDoor({ silentMs: 100 })
    const port = await door.listen('127.0.0.1', 0)
    door.open((_request, response) => void setTimeout(() => response.end('welcome'), 400))
    const agent = new Agent({ keepAlive: true })
    const silent = connect(port, '127.0.0.1')
    const [first] = await Promise.all([get(port, agent), once(silent, 'close')])
    expect([first.text, (await get(port, agent)).text]).toEqual(['welcome', 'welcome'])
    agent.destroy()
    await door.close()
  })

  test('shows out who never comes to the end of their headers, and serves the others meanwhile', async () => {
    const door = new FrontDoor({ headersMs: 400 })
    const port = await door.listen('127.0.0.1', 0)
    door.open((_request, response) => response.end('welcome'))
    const begin = performance.now()
    const slow = connect(port, '127.0.0.1')
    slow.write('GET / HTTP/1.1\r\nHost: a\r\n')
    const dribble = setInterval(() => slow.write('x'), 50)
    let said = ''
    slow.on('data', (chunk: Buffer) => (said += chunk)).on('error', () => undefined)
    expect((await get(port)).text).toBe('welcome')
    await once(slow, 'close')
    clearInterval(dribble)
    expect(said).toMatch(/^HTTP\/1.1 408 /)
    expect(performance.now() - begin).toBeLessThan(5000)
    await door.close()
  })

  test('shows out who never takes their answer, and serves who takes it slowly', async () => {
    const door = new FrontDoor({ idleMs: 1000 })
    const port = await door.listen('127.0.0.1', 0)
    const left = Promise.withResolvers<void>()
    door.open((asked, response) => {
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
    await door.close()
  })

  test('serves who has to wait long for an answer', async () => {
    const door = new FrontDoor({ idleMs: 100 })
    const port = await door.listen('127.0.0.1', 0)
    door.open((_request, response) => void setTimeout(() => response.end('welcome'), 500))
    const agent = new Agent({ keepAlive: true })
    expect([(await get(port, agent)).text, (await get(port, agent)).text]).toEqual(['welcome', 'welcome'])
    agent.destroy()
    await door.close()
  })

  /** Sends a body of ten bytes, one every 100 ms, as far as told; answers what it was told. */
  async function sendSlowly(
    impatience: ConstructorParameters<typeof FrontDoor>[0],
    asFarAs: number,
  ): Promise<string> {
    const door = new FrontDoor({ headersMs: 200, ...impatience })
    const port = await door.listen('127.0.0.1', 0)
    door.open((asked, response) => {
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
    await door.close()
    return said
  }

  test('lets visitors send slowly what is large, but neither pause nor go on for ever', async () => {
    expect(await sendSlowly({ idleMs: 600 }, 10)).toBe('10 bytes')
    expect(await sendSlowly({ idleMs: 300 }, 5)).toBe('ECONNRESET')
    expect(await sendSlowly({ requestMs: 400 }, 10)).toBe(408)
  })

  test('says in one sentence that its port is taken', async () => {
    const [first, second] = [new FrontDoor(), new FrontDoor()]
    const port = await first.listen('127.0.0.1', 0)
    await expect(second.listen('127.0.0.1', port)).rejects.toThrow(
      `Port ${port} is taken by another program. Stop it, or choose another PORT.`,
    )
    await first.close()
  })

  test('says in one sentence that it cannot listen at an address', async () => {
    await expect(new FrontDoor().listen('192.0.2.1', 0)).rejects.toThrow('Cannot listen on 192.0.2.1:0')
  })
})
