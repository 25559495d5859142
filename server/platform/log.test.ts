import '#test/cheap-passwords.ts'
import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SEND_FORM_PATH } from '#contract/values/contact.ts'
import { cookiesOf, shopOrigin } from '#test/calls.ts'
import { cartOf, fill, fullPayment } from '#test/cart.ts'
import { orderOf } from '#test/catalogue.ts'
import { chargingGateway } from '#test/gateway.ts'
import { givenShop } from '#test/shop.ts'
import { batchedLog } from './log.ts'
import { fileSecrets } from './secrets/open-secrets.ts'
import { anyStore } from '#test/stores.ts'

describe.each(anyStore)('the log on $name', ({ fresh }) => {
  const gateway = chargingGateway('broken', () => Promise.reject(new Error('no')))
  const shop = givenShop(fresh, { gateway, paymentReplyTimeoutMs: 10 })

  test('has one line for each response, with route, status and duration', async () => {
    const before = shop.log.length
    const { headers } = await shop.call('GET /allCoffee', {})
    await shop.app.inject('/coffeeDetails/secret-id?token=secret')
    expect(headers).toBeDefined()
    await expect.poll(() => shop.log.length).toBe(before + 2)
    const [call, page] = shop.log.slice(before).map((line): Record<string, unknown> => JSON.parse(line))
    expect(call).toMatchObject({
      level: 30,
      method: 'GET',
      route: '/api/allCoffee',
      status: 200,
      ms: expect.any(Number),
      reqId: expect.any(String),
    })
    expect(page).toMatchObject({ method: 'GET', status: 200 })
    expect(JSON.stringify(page)).not.toContain('secret')
  })

  test('contains no personal data: no token, cookie, password, address or message', async () => {
    const cora = await shop.person('Cora Confidential')
    const { email, password } = cora
    const signedIn = await shop.call('POST /auth/sign-in', { body: { email, password } })
    await shop.send('POST /auth/sign-in', { body: { email, password: 'a wrong secret' } })
    await shop.send('POST /auth/sign-up', { body: { name: 'Cora', email, password } })
    await shop.send('POST /auth/sign-up', { body: { email, password, unknown: 'a secret field' } })
    const [id = ''] = await fill(cora, shop.shelves.espresso, shop.shelves.lungo)
    await cora.call('PUT /singlePayment/{id}', { params: { id }, body: {} })
    await cora.call('POST /fullOrder', { body: fullPayment(cora, await cartOf(cora)) })
    await cora.call('GET /user/admin/{email}', { params: { email } })
    await cora.send('GET /jwt', { query: { email, token: cora.token } })
    await shop.send('GET /myCarts', {
      query: { email },
      headers: { authorization: `Bearer ${cora.token}x`, cookie: `${cora.cookie}x` },
    })
    await shop.app.inject(`/myCart/${cora.token}?password=${password}`)
    await cora.call('POST /auth/sign-out', {})
    const form = `--b\r\ncontent-disposition: form-data; name="email"\r\n\r\n${email}\r\n--b\r\ncontent-disposition: form-data; name="message"\r\n\r\na secret message\r\n--b--\r\n`
    await shop.app.inject({
      method: 'POST',
      url: `/api${SEND_FORM_PATH}?email=${email}`,
      payload: form,
      headers: { 'origin': shopOrigin, 'content-type': 'multipart/form-data; boundary=b' },
    })
    const written = shop.log.join('')
    expect(shop.log.length).toBeGreaterThan(10)
    const token = /session_token=([^;.]+)/.exec(cookiesOf(signedIn))?.[1] ?? 'none'
    const marks = [...cora.cookie.matchAll(/=([^;.]+)/g)].map(([, value]) => String(value))
    const keys = Object.values(fileSecrets(shop.store.dataDir)).map(({ current }) => current)
    expect([marks.length, keys.length]).toEqual([2, 3])
    const secrets = [
      ...marks,
      ...keys,
      email,
      'cora.confidential',
      password,
      'secret',
      cora.token,
      token,
      cora.cookie,
      'Bearer',
      'Confidential',
    ]
    expect(secrets.filter((secret) => written.includes(secret))).toEqual([])
  })

  test('has the stack of an unexpected error, but not the values of its SQL statement', async () => {
    const dora = await shop.person('Dora Discreet')
    await fill(dora, shop.shelves.espresso)
    // The shop does not expect a violation of this index. Adding a second line to the cart therefore causes an
    // unexpected error.
    await shop.database.write(({ tx }) =>
      sql`CREATE UNIQUE INDEX unexpected ON cart_items (email) WHERE customer = 'Dora Discreet'`
        .execute(tx)
        .then(() => undefined),
    )
    const before = shop.log.length
    const broken = await dora.send('POST /orders', { body: orderOf(dora, shop.shelves.espresso) })
    expect([broken.status, broken.problem.code]).toEqual([500, 'internal'])
    const written = shop.log.slice(before).join('')
    expect(written).toContain('"msg":"bug"')
    expect(written).toMatch(/unique/i)
    expect(written).not.toContain(dora.email)
  })
})

describe('the batched log', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** A stub of `process.stdout`. Each write lasts until the test ends it, and an error does not close the stream. */
  class HeldOutput extends EventEmitter {
    readonly writes: string[] = []
    end: (error?: Error) => void = () => undefined

    write(text: string, done: (error?: Error) => void): void {
      this.writes.push(text)
      this.end = (error) => {
        // As in Node, `emit` throws if `error` has no listener.
        if (error) this.emit('error', error)
        done(error)
      }
    }
  }

  const LINE = `${'x'.repeat(1023)}\n`

  /**
   * Splits the text of a write that begins with the log line about dropped lines. Returns the number of dropped lines,
   * and the text after this log line.
   */
  function split(write = ''): [number, string] {
    const [, notice = '{}', ...rest] = write.split('\n')
    return [JSON.parse(notice).lines, rest.join('\n')]
  }

  test('keeps a limited number of lines while its reader stalls, and then logs how many it dropped', async () => {
    const output = new HeldOutput()
    const log = batchedLog(output)
    log.write('first\n')
    await vi.advanceTimersByTimeAsync(1000)
    for (let lines = 0; lines < 5000; lines++) log.write(LINE)
    await vi.advanceTimersByTimeAsync(1000)
    expect(output.writes).toEqual(['first\n'])
    output.end()
    await vi.advanceTimersByTimeAsync(1000)
    const [dropped, held] = split(output.writes[1])
    expect([dropped, held === LINE.repeat(1024)]).toEqual([5000 - 1024, true])
    output.end()
    log.write('last\n')
    await vi.advanceTimersByTimeAsync(1000)
    expect(output.writes[2]).toBe('last\n')
  })

  test.each(['EPIPE', 'ENOSPC'])(
    'continues after %s, and logs how many lines were lost once a write succeeds',
    async (code) => {
      const output = new HeldOutput()
      const log = batchedLog(output)
      for (const lines of [['one\n', 'two\n'], ['three\n']]) {
        for (const line of lines) log.write(line)
        await vi.advanceTimersByTimeAsync(1000)
        output.end(Object.assign(new Error('write failed'), { code }))
      }
      await vi.advanceTimersByTimeAsync(1000)
      log.write('four\n')
      await vi.advanceTimersByTimeAsync(1000)
      expect([output.writes.length, split(output.writes[2])]).toEqual([3, [3, 'four\n']])
    },
  )
})
