import '#test/cheap-passwords.ts'
import { Readable } from 'node:stream'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProblemBody } from '#contract/errors.ts'
import { OWN_MAIL_IDS, SEND_FORM_PATH } from '#contract/values/contact.ts'
import { limitNumbers, Limits } from '#server/platform/http/rate-limits.ts'
import { shopOrigin } from '#test/calls.ts'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

const SMTP = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@coffee.example',
  MAIL_TO: 'owner@coffee.example',
}
const generous = () => new Limits({ ...limitNumbers, message: { burst: 1000, refillMs: 1 } })

/** A filled-in contact form: all fields that the library `@emailjs/browser` sends. */
const filled = {
  name: 'Cora',
  email: 'cora@people.example',
  message: 'Hello?\r\nIs anybody there? <b>☕</b>',
  lib_version: '3.10.0',
  service_id: OWN_MAIL_IDS.serviceId,
  template_id: OWN_MAIL_IDS.templateId,
  user_id: OWN_MAIL_IDS.publicKey,
}

type Shop = ReturnType<typeof givenShop>

async function sendForm({ app }: Shop, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  const wire = new Request(shopOrigin, { method: 'POST', body: form })
  const payload = Buffer.from(await wire.arrayBuffer())
  const type = wire.headers.get('content-type') ?? ''
  return app.inject({
    method: 'POST',
    url: `/api${SEND_FORM_PATH}`,
    payload,
    headers: { 'origin': shopOrigin, 'content-type': type, ...headers },
  })
}

describe.each(anyStore)('the contact form on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: SMTP, limits: generous() })
  beforeEach(() =>
    shop.database.write(async ({ tx }) => {
      await tx.deleteFrom('messages').execute()
      await tx.deleteFrom('outbox').execute()
    }),
  )

  const messages = () =>
    shop.database.read.selectFrom('messages').select(['name', 'email', 'message']).execute()
  const outbox = () => shop.database.read.selectFrom('outbox').selectAll().execute()

  test('stores the message, and queues a mail whose reply goes to the sender', async () => {
    const answer = await sendForm(shop, filled)
    expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
      200,
      'OK',
      'text/plain; charset=utf-8',
    ])
    const { name, email, message } = filled
    expect(await messages()).toEqual([{ name, email, message }])
    const [mail] = await outbox()
    expect(mail).toMatchObject({ reply_to: email, subject: 'Message from Cora', status: 'waiting', tries: 0 })
    expect(mail?.body).toContain(message)
  })

  test('accepts an empty message', async () => {
    const { message: _, ...rest } = filled
    expect((await sendForm(shop, rest)).statusCode).toBe(200)
    expect(await messages()).toMatchObject([{ message: '' }])
  })

  test('does not let a line break add a header to the mail', async () => {
    await sendForm(shop, { ...filled, name: 'Cora\r\nBcc: all@evil.example' })
    const [mail] = await outbox()
    expect(mail?.subject).not.toMatch(/[\r\n]/)
    expect(
      (await sendForm(shop, { ...filled, email: 'cora@people.example\r\nBcc: all@evil.example' })).statusCode,
    ).toBe(422)
  })

  test.each([
    ['Name is required', { name: ' ' }],
    ['Name is required', { name: '' }],
    ['Email Address is required', { email: '' }],
    ['This is no email address', { email: 'cora' }],
    ['This is no email address', { email: 'cora@people.example, all@evil.example' }],
    ['This is too long', { name: 'x'.repeat(201) }],
    ['This is no email address', { email: `${'x'.repeat(254)}@people.example` }],
    ['This is no email address', { email: 'cora\u200B@people.example' }],
    ['This cannot be kept: there is a NUL in it', { name: 'Co\0ra' }],
    ['This is no email address', { email: 'co\0ra@people.example' }],
    ['This cannot be kept: there is a NUL in it', { message: 'Hel\0lo' }],
    ['The message is too long', { message: 'x'.repeat(5001) }],
  ])('returns the text “%s”, and stores nothing', async (words, wrong) => {
    const answer = await sendForm(shop, { ...filled, ...wrong })
    expect([answer.statusCode, answer.body]).toEqual([422, words])
    expect([await messages(), await outbox()]).toEqual([[], []])
  })

  test('refuses EmailJS ids other than the shop’s', async () => {
    const answer = await sendForm(shop, { ...filled, user_id: 'of-another-user' })
    expect([answer.statusCode, answer.body]).toEqual([400, 'The Public Key is invalid'])
    expect(await messages()).toEqual([])
  })

  test('refuses a form that is too large, or has too many fields or a file', async () => {
    const tooLarge = await sendForm(shop, { ...filled, message: 'x'.repeat(80_000) })
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`field ${index}`, 'x']))
    const tooMany = await sendForm(shop, { ...filled, ...many })
    expect([tooLarge.statusCode, tooMany.statusCode]).toEqual([413, 413])
    const file =
      '--b\r\ncontent-disposition: form-data; name="photo"; filename="x.png"\r\ncontent-type: image/png\r\n\r\nx\r\n--b--\r\n'
    const headers = { 'origin': shopOrigin, 'content-type': 'multipart/form-data; boundary=b' }
    const withFile = await shop.app.inject({
      method: 'POST',
      url: `/api${SEND_FORM_PATH}`,
      payload: file,
      headers,
    })
    expect(withFile.statusCode).toBeGreaterThanOrEqual(400)
    expect(withFile.statusCode).toBeLessThan(500)
    expect(await messages()).toEqual([])
  })

  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }])(
    'refuses a form from another site: %j',
    async (headers) => {
      expect((await sendForm(shop, filled, headers)).statusCode).toBe(403)
      expect(await messages()).toEqual([])
    },
  )

  test.each([
    [
      'is cut off',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="name"\r\n\r\nCo',
    ],
    ['has no parts', 'multipart/form-data; boundary=b', 'nothing'],
    ['has no boundary', 'multipart/form-data', 'nothing'],
  ])('responds with status 400 to a form that %s', async (_what, type, payload) => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api${SEND_FORM_PATH}`,
      payload,
      headers: { 'origin': shopOrigin, 'content-type': type },
    })
    expect([answer.statusCode, answer.json<ProblemBody>().code]).toEqual([400, 'unreadable'])
  })

  test('refuses a form without a content length before it is read', async () => {
    let read = 0
    const endless = new Readable({
      read() {
        read += 65_536
        this.push(read > 50 * 1024 * 1024 ? null : Buffer.alloc(65_536, 'a'))
      },
    })
    const headers = {
      'origin': shopOrigin,
      'content-type': 'multipart/form-data; boundary=b',
      'transfer-encoding': 'chunked',
    }
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api${SEND_FORM_PATH}`,
      payload: endless,
      headers,
    })
    expect(answer.statusCode).toBe(413)
    expect(read).toBeLessThan(5 * 1024 * 1024)
  })

  test('refuses a body that is not a form', async () => {
    const answer = await shop.app.inject({
      method: 'POST',
      url: `/api${SEND_FORM_PATH}`,
      payload: { ...filled },
      headers: { origin: shopOrigin },
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })
})

describe.each(anyStore)('the contact form', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('stores the message, but no mail, if no mail server is set up', async () => {
    expect((await sendForm(shop, filled)).statusCode).toBe(200)
    expect(await shop.database.read.selectFrom('messages').select('name').execute()).toHaveLength(1)
    expect(await shop.database.read.selectFrom('outbox').select('id').execute()).toEqual([])
  })

  test('accepts ten messages from an address, then responds with 429 and Retry-After', async () => {
    const statuses: number[] = []
    for (let times = 0; times < 11; times++) statuses.push((await sendForm(shop, filled)).statusCode)
    expect(statuses.at(-1)).toBe(429)
    expect(statuses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 200))
    expect(Number((await sendForm(shop, filled)).headers['retry-after'])).toBeGreaterThan(0)
  })
})
