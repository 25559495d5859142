import perfHooks from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { readConfig } from './config.ts'

test('the HTTP server turns visitors away early while it cannot keep up, and says when to come back', async () => {
  const slow = perfHooks.monitorEventLoopDelay()
  let meanMs = 10
  vi.spyOn(slow, 'mean', 'get').mockImplementation(() => meanMs * 1e6)
  vi.spyOn(perfHooks, 'monitorEventLoopDelay').mockReturnValue(slow)
  // Loaded only now, so that what it watches the event loop with is ours.
  const { createHttpServer } = await import('./http-server.ts')
  const app = createHttpServer(readConfig({}), { write: () => undefined })
  app.get('/', () => 'welcome')
  expect((await app.inject('/')).statusCode).toBe(200)
  meanMs = 3000
  await vi.waitFor(async () => expect((await app.inject('/')).statusCode).toBe(503), 5000)
  const busy = await app.inject('/')
  expect(busy.json()).toMatchObject({ code: 'busy' })
  expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
  meanMs = 10
  await vi.waitFor(async () => expect((await app.inject('/')).statusCode).toBe(200), 5000)
  await app.close()
})

test.each(['/%ff', '/api/thing/%ff', `/api/thing/${'x'.repeat(301)}`])('the HTTP server answers the unreadable address %s as a problem, with all headers', async (url) => {
  const { createHttpServer } = await import('./http-server.ts')
  const app = createHttpServer(readConfig({}), { write: () => undefined })
  app.get('/api/thing/:id', () => 'welcome')
  const { statusCode, headers, json } = await app.inject(url)
  expect([statusCode, json().code]).toEqual([400, 'unreadable'])
  expect(headers).toMatchObject({ 'content-type': 'application/problem+json; charset=utf-8', 'x-content-type-options': 'nosniff' })
  await app.close()
})
