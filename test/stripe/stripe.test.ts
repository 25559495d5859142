import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startStripe } from './stripe.ts'
import type { FakeStripe } from './serve.ts'

describe('the replacement of Stripe', () => {
  let stripe: FakeStripe
  beforeEach(async () => {
    stripe = await startStripe()
  })
  afterEach(() => stripe.close())

  const inAnHour = String(Math.floor(Date.now() / 1000) + 3600)
  const lineOf = (amount: string) => ({
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': amount,
    'line_items[0][price_data][product_data][name]': 'Espresso',
  })

  type Reply = { status: number; body: { id?: string; url?: string; error?: { code: string; type: string } } }

  async function post(path: string, params: Record<string, string>, key?: string): Promise<Reply> {
    const headers = {
      'authorization': `Bearer ${stripe.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...(key && { 'idempotency-key': key }),
    }
    const body = new URLSearchParams(params).toString()
    const response = await fetch(`${stripe.url}/v1/${path}`, { method: 'POST', headers, body })
    // cast: the replies of this server have these fields.
    return { status: response.status, body: (await response.json()) as Reply['body'] }
  }

  const create = (key?: string, amount = '1255') =>
    post(
      'checkout/sessions',
      { ...lineOf(amount), expires_at: inAnHour, success_url: `${stripe.url}/pay/none`, cancel_url: '/' },
      key,
    )

  test('runs one of 30 parallel requests with one key, and gives its result to all that ask later', async () => {
    stripe.delayMs = 300
    const replies = await Promise.all(Array.from({ length: 30 }, () => create('key')))
    const [first, ...others] = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ body }) => body.error?.code === 'idempotency_key_in_use')
    expect([1 + others.length + refused.length, refused.length > 0]).toEqual([30, true])
    for (const other of [...others, await create('key')]) expect(other).toEqual(first)
    expect(stripe.account.sessions.size).toBe(1)
  })

  test('refuses a key with other parameters, and saves no result of a request that it refuses', async () => {
    expect((await create('small', '10')).body.error?.code).toBe('amount_too_small')
    expect((await create('small', '10')).status).toBe(400)
    await create('key')
    expect((await create('key', '99')).body.error?.type).toBe('idempotency_error')
  })

  test('refuses another secret key', async () => {
    stripe.secretKey = 'sk_test_right'
    const right = await create()
    const wrong = await fetch(`${stripe.url}/v1/refunds`, {
      headers: { authorization: 'Bearer sk_test_wrong' },
    })
    expect([right.status, wrong.status]).toEqual([200, 401])
  })

  test.each([
    { fault: 'down', made: 0 },
    { fault: 'lost', made: 1 },
    { fault: 'garbled', made: 1 },
    { fault: 'error', made: 0 },
  ] as const)('fails on command ($fault), with $made session made', async ({ fault, made }) => {
    stripe.fault = () => fault
    const status = await create('key').then(
      (reply) => reply.status,
      () => 'unknown',
    )
    expect(status).toBe(fault === 'error' ? 500 : 'unknown')
    expect(stripe.account.sessions.size).toBe(made)
    stripe.fault = () => null
    expect((await create('key')).status).toBe(200)
    expect(stripe.account.sessions.size).toBe(1)
  })

  test('has a page on which the customer can decline and pay', async () => {
    const { body } = await create()
    const press = (does: string) =>
      fetch(String(body.url), { method: 'POST', body: new URLSearchParams({ does }), redirect: 'manual' })
    expect(await (await fetch(String(body.url))).text()).toContain('Pay $12.55')
    expect(await (await press('decline')).text()).toContain('Your card was declined.')
    expect(stripe.account.session(String(body.id)).payment_status).toBe('unpaid')
    expect((await press('pay')).headers.get('location')).toBe(`${stripe.url}/pay/none`)
    expect(stripe.account.session(String(body.id)).payment_status).toBe('paid')
    expect(await (await press('pay')).text()).toContain('no longer open')
    expect(stripe.events.all.map(({ type }) => type)).toEqual(['checkout.session.completed'])
  })

  test('refunds no more than was paid', async () => {
    const { body } = await create()
    stripe.account.pay(String(body.id))
    const intent = String(stripe.account.session(String(body.id)).payment_intent)
    const refund = (amount: string) => post('refunds', { payment_intent: intent, amount })
    expect((await refund('1000')).status).toBe(200)
    expect((await refund('256')).status).toBe(400)
    expect((await refund('255')).status).toBe(200)
    expect(stripe.account.refundedOf(intent)).toBe(1255)
  })

  test('sends automatic events again until they are accepted', async () => {
    const statuses = [500, 200]
    const sent: string[] = []
    stripe.events.isAutomatic = true
    stripe.events.send = async (body, signature) => {
      sent.push(`${signature} ${body}`)
      return statuses[sent.length - 1] ?? 200
    }
    const { body } = await create()
    stripe.account.expire(String(body.id))
    await expect.poll(() => sent.length, { timeout: 3000 }).toBe(2)
    expect(sent[0]).toMatch(/^t=\d+,v1=[0-9a-f]{64} \{"id":"evt_/)
  })
})
