import perfHooks from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'

test('the HTTP server responds with 503 and Retry-After while the event loop is overloaded', async () => {
  const slow = perfHooks.monitorEventLoopDelay()
  let meanMs = 3000
  vi.spyOn(slow, 'mean', 'get').mockImplementation(() => meanMs * 1e6)
  vi.spyOn(perfHooks, 'monitorEventLoopDelay').mockReturnValue(slow)
  // The module is imported after the mock is set up, so that it measures the event loop with the mock.
  const { createHttpServer } = await import('./http-server.ts')
  const app = createHttpServer(readConfig({}), { write: () => undefined })
  app.get('/', () => 'welcome')
  app.get('/healthz', () => 'alive')
  await app.ready()
  // Waits, because the server ignores the delays of the event loop during its start.
  await sleep(1200)
  expect((await app.inject('/')).statusCode).toBe(200)
  await vi.waitFor(async () => expect((await app.inject('/')).statusCode).toBe(503), 8000)
  const busy = await app.inject('/')
  expect(busy.json()).toMatchObject({ code: 'busy' })
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
  const page = await app.inject({
    url: '/',
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  })
  expect([page.statusCode, page.headers['retry-after'], page.headers['content-type']]).toEqual([
    503,
    '2',
    'text/html; charset=utf-8',
  ])
  expect(page.body).toContain('The shop is busy')
  expect((await app.inject('/healthz')).statusCode, 'a supervisor does not restart a busy shop').toBe(200)
  meanMs = 10
  await vi.waitFor(async () => expect((await app.inject('/')).statusCode).toBe(200), 5000)
  await app.close()
})

test.each(['/%ff', '/api/thing/%ff', `/api/thing/${'x'.repeat(301)}`])(
  'the HTTP server responds to the invalid URL %s with problem details and all headers',
  async (url) => {
    const { createHttpServer } = await import('./http-server.ts')
    const app = createHttpServer(readConfig({}), { write: () => undefined })
    app.get('/api/thing/:id', () => 'welcome')
    const { statusCode, headers, json } = await app.inject(url)
    expect([statusCode, json().code]).toEqual([400, 'unreadable'])
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    await app.close()
  },
)

test('the HTTP server accepts JSON of up to 512 KiB', async () => {
  const { createHttpServer } = await import('./http-server.ts')
  const app = createHttpServer(readConfig({}), { write: () => undefined })
  app.post('/length', (request) => String(JSON.stringify(request.body).length))
  const post = (length: number) =>
    app.inject({
      method: 'POST',
      url: '/length',
      payload: JSON.stringify('x'.repeat(length - 2)),
      headers: { 'content-type': 'application/json' },
    })
  const [most, more] = [await post(512 * 1024), await post(512 * 1024 + 1)]
  expect([most.statusCode, most.body]).toEqual([200, String(512 * 1024)])
  expect([more.statusCode, more.json().code]).toEqual([413, 'too-large'])
  await app.close()
})
