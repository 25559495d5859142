import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { senderFor } from '#test/calls.ts'
import { givenShop, mailSettings, usualMailMs } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { Overloaded } from '#server/platform/http/errors.ts'
import { mailRequest } from './mail-limits.ts'

describe.each(anyStore)('a forgotten password on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, TRUST_PROXY: '1' } })
  let cora: TestPerson
  let count = 0
  let asked = 0

  const newPerson = async () => (cora = await shop.person(`Cora ${(count += 1)}`))
  /** Asks for a link from a new IP address each time, because the requests from one address are limited. */
  const forget = (email: string) =>
    shop.send('POST /auth/forgot-password', {
      body: { email },
      headers: { 'x-forwarded-for': `192.0.2.${(asked += 1)}` },
    })
  const reset = (token: string, password: string) =>
    shop.call('POST /auth/reset-password', { body: { token, password } })
  const mails = () =>
    shop.database.read
      .selectFrom('outbox')
      .selectAll()
      .where('recipient', '=', cora.email)
      .orderBy('id')
      .execute()
  const tokenOf = async () => String(JSON.parse((await mails())[0]?.data ?? '{}').token)

  test('is replaced through a link by mail, which ends every session and access token', async () => {
    await newPerson()
    expect((await cora.call('GET /myCarts', { query: { email: cora.email } })).status).toBe(200)
    expect((await forget(cora.email.toUpperCase())).answer).toEqual({ acknowledged: true })
    expect(await mails()).toMatchObject([{ template: 'password-reset', status: 'waiting', reply_to: '' }])
    expect((await reset(await tokenOf(), 'another one')).answer).toEqual({ acknowledged: true })
    expect((await cora.call('GET /myCarts', { query: { email: cora.email } })).status).toBe(401)
    expect((await cora.call('GET /auth/session', {})).answer).toEqual({ user: null })
    const signIn = (password: string) =>
      shop.call('POST /auth/sign-in', { body: { email: cora.email, password } })
    expect((await signIn(cora.password)).status).toBe(401)
    expect((await signIn('another one')).answer).toEqual({ user: { email: cora.email, name: cora.name } })
  })

  test('is not replaced with a link that was used, or with a password that is too short', async () => {
    await newPerson()
    await forget(cora.email)
    const token = await tokenOf()
    expect((await reset(token, 'short')).problem.errors).toMatchObject([{ field: 'password' }])
    expect((await reset(token, 'long enough')).status).toBe(200)
    expect((await reset(token, 'again')).status).toBe(422)
    expect((await reset(token, 'once again')).problem.code).toBe('mailed-link-used')
  })

  test('is not replaced with an older link once a newer one was used', async () => {
    await newPerson()
    await forget(cora.email)
    const older = await tokenOf()
    await forget(cora.email)
    const newer = String(JSON.parse((await mails())[1]?.data ?? '{}').token)
    expect((await reset(newer, 'another one')).status).toBe(200)
    expect((await reset(older, 'a third one')).problem.code).toBe('mailed-link-used')
  })

  test('is replaced with the same link after a first try for which the shop was too busy', async () => {
    await newPerson()
    await forget(cora.email)
    const token = await tokenOf()
    vi.mocked(hashPassword).mockRejectedValueOnce(new Overloaded())
    expect((await reset(token, 'another one')).status).toBe(503)
    expect((await reset(token, 'another one')).status).toBe(200)
  })

  test('is answered alike, and as slowly, for an address without an account', async () => {
    await newPerson()
    const before = await shop.database.read.selectFrom('outbox').select('id').execute()
    mailRequest.minMs = usualMailMs
    onTestFinished(() => void (mailRequest.minMs = 0))
    const begin = performance.now()
    const unknown = await forget('unknown@people.example')
    expect(performance.now() - begin).toBeGreaterThan(490)
    expect(await shop.database.read.selectFrom('outbox').select('id').execute()).toEqual(before)
    const known = await forget(cora.email)
    expect([unknown.status, unknown.answer]).toEqual([known.status, known.answer])
  })

  test('brings three mails for one account at once, and no fourth, without saying so', async () => {
    await newPerson()
    const results = await Promise.all([1, 2, 3, 4].map(() => forget(cora.email)))
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await mails()).toHaveLength(3)
  })

  test('leaves no token in the database that a copy of it would give away', async () => {
    await newPerson()
    await forget(cora.email)
    const token = await tokenOf()
    expect(token).toMatch(/^[\w-]{32}$/)
    const { rows } = await sql`SELECT * FROM tokens`.execute(shop.database.read)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe.each(anyStore)('a shop without a mail server on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('says that it cannot send a mail', async () => {
    const refused = await senderFor(shop.app, () => ({})).call('POST /auth/forgot-password', {
      body: { email: 'cora@people.example' },
    })
    expect([refused.status, refused.problem.code]).toEqual([409, 'no-mail'])
  })
})
