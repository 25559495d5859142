import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem, problems } from '#contract/errors.ts'
import type { ProblemBody } from '#contract/errors.ts'
import { handleErrors, sendProblem } from './errors.ts'

describe('the error handler', () => {
  const log: string[] = []
  const app = Fastify({
    logger: { stream: { write: (line: string) => void log.push(line) } },
    bodyLimit: 1000,
    ajv: { customOptions: { removeAdditional: false } },
  })

  beforeAll(() => {
    handleErrors(app)
    const body = {
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      properties: {
        name: { type: 'string', minLength: 1 },
        about: { type: 'object', properties: { price: { type: 'string' } } },
      },
    }
    app.post('/checked', { schema: { body } }, async () => 'ok')
    app.get('/expected', (_request, reply) =>
      sendProblem(reply, new Problem('price-changed', { price: '2.50', detail: 'Java now costs $2.50.' })),
    )
    app.get('/bug', async () => {
      throw new Error('secret: select * from users')
    })
    app.get('/full/:code', async ({ params }) => {
      const { code } = params as { code: string }
      throw Object.assign(new Error('no space'), code === '13' ? { errcode: 13 } : { code })
    })
    app.get('/away', async () => {
      throw Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' })
    })
  })
  afterAll(() => app.close())

  const post = (payload: unknown) =>
    app.inject({
      method: 'POST',
      url: '/checked',
      payload: payload as object,
      headers: { 'content-type': 'application/json' },
    })

  test.each(['13', 'ENOSPC', 'EDQUOT', '53100'])(
    'says that nothing can be saved on a full disk: %s',
    async (code) => {
      const answer = await app.inject(`/full/${code}`)
      expect([answer.statusCode, answer.json().code]).toEqual([503, 'out-of-order'])
      expect(log.join('')).toContain('disk full')
    },
  )

  test('sends a problem as problem details with its code and details', async () => {
    const answer = await app.inject('/expected')
    expect(answer.statusCode).toBe(409)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    })
    const { title, status } = problems['price-changed']
    expect(answer.json()).toEqual({
      type: 'about:blank',
      title,
      status,
      code: 'price-changed',
      price: '2.50',
      detail: 'Java now costs $2.50.',
      requestId: expect.any(String),
    })
  })

  test.each([
    ['is missing', {}, 'name'],
    ['is empty', { name: '' }, 'name'],
    ['is unknown', { name: 'A', role: 'Admin' }, 'role'],
    ['is wrong further in', { name: 'A', about: { price: [] } }, 'about.price'],
    ['is not there at all', [], 'body'],
  ])('names the field that %s', async (_what, payload, field) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(422)
    const { code, errors } = answer.json<ProblemBody>()
    expect([code, errors?.[0]?.field]).toEqual(['invalid-input', field])
    expect(errors?.[0]?.message).not.toBe('')
  })

  test.each(['{"name": ', '', 'null{'])('responds with `unreadable` to %j as JSON', async (payload) => {
    const answer = await post(payload)
    expect([answer.statusCode, answer.json<ProblemBody>().code]).toEqual([400, 'unreadable'])
  })

  test('responds with `unreadable` to an unknown content type', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/checked',
      payload: '<a/>',
      headers: { 'content-type': 'text/xml' },
    })
    expect(answer.json<ProblemBody>().code).toBe('unreadable')
  })

  test('responds with `too-large` to a body that is too large', async () => {
    const answer = await post({ name: 'x'.repeat(2000) })
    expect([answer.statusCode, answer.json<ProblemBody>().code]).toEqual([413, 'too-large'])
  })

  test('responds to a bug with an opaque 500, whose request id is in the log with the error', async () => {
    const answer = await app.inject('/bug')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret')
    const { code, requestId } = answer.json<ProblemBody>()
    expect(code).toBe('internal')
    const line = log.find((text) => text.includes('select * from users'))
    expect(line).toContain(requestId)
  })

  test('responds with 503 and Retry-After if the database is unavailable, without its address', async () => {
    const answer = await app.inject('/away')
    expect([answer.statusCode, answer.json<ProblemBody>().code]).toEqual([503, 'busy'])
    expect(answer.body).not.toContain('10.0.0.7')
    expect(answer.headers['retry-after']).toBe('2')
    expect(log.find((text) => text.includes('database unavailable'))).toContain('ECONNREFUSED')
  })

  test('does not log a request that the client aborted as a failure of the database', async () => {
    const written: string[] = []
    const server = Fastify({
      logger: { level: 'warn', stream: { write: (line: string) => void written.push(line) } },
    })
    handleErrors(server)
    server.post('/', async () => 'ok')
    const statuses: number[] = []
    server.addHook('onSend', async (_request, reply) => void statuses.push(reply.statusCode))
    const sent = request(await server.listen({ port: 0 }), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'expect': '100-continue' },
    })
    sent.on('error', () => undefined).flushHeaders()
    await once(sent, 'continue')
    sent.destroy()
    await expect.poll(() => statuses).toEqual([400])
    expect(written).toEqual([])
    await server.close()
  })

  test('responds to a browser with a page if the database is unavailable, with a policy that allows its style', async () => {
    const { statusCode, headers, body } = await app.inject({
      url: '/away',
      headers: { accept: 'text/html,*/*;q=0.8' },
    })
    expect([statusCode, headers['retry-after'], headers['content-type'], headers['cache-control']]).toEqual([
      503,
      '2',
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect(body).toMatch(/<small>Request [\w-]+<\/small>/)
    const [, style = ''] = /<style>(.+)<\/style>/.exec(body) ?? []
    expect(headers['content-security-policy']).toContain(
      `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    )
    expect(
      (await app.inject({ url: '/bug', headers: { accept: 'text/html' } })).headers['content-type'],
    ).toContain('json')
  })
})
