import '#test/cheap-passwords.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cookiesOf } from '#test/calls.ts'
import { lastToken, mailsTo } from '#test/mails/queued-mails.ts'
import { givenShop, mailSettings, usualMailMs } from '#test/shop.ts'
import { anyStore, stores } from '#test/stores.ts'
import { mailRequest } from './mail-limits.ts'
import { SIGN_UP_LINK_MS } from './sign-up.ts'
import { archiveUser } from '../users/queries.ts'

describe.each(stores)('signing up in a shop that sends mails, on $name', ({ fresh, once }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, TRUST_PROXY: '1' } })
  const password = 'two sugars'
  let count = 0
  const newEmail = () => `nia-${(count += 1)}@people.example`
  const signUp = (email: string, given = password) =>
    shop.call('POST /auth/sign-up', { body: { name: ' Nia ', email, password: given } })
  const signUpFrom = (ip: string, email: string) =>
    shop.send('POST /auth/sign-up', {
      body: { name: 'Nia', email, password },
      headers: { 'x-forwarded-for': ip },
    })
  const confirm = (body: { token: string; password?: string }, cookie = '') =>
    shop.send('POST /auth/confirm-sign-up', { body, headers: { cookie } })
  const mails = (email: string) => mailsTo(shop.database, email)
  const accounts = (email: string) =>
    shop.database.read.selectFrom('accounts').select('name').where('email', '=', email).execute()

  once('answers alike, with the same cookie and as slowly, whether or not the address is taken', async () => {
    const taken = (await shop.person('Cora')).email
    const replies = []
    mailRequest.minMs = usualMailMs
    onTestFinished(() => void (mailRequest.minMs = 0))
    for (const email of [newEmail(), taken.toUpperCase()]) {
      const begin = performance.now()
      const { status, text, headers } = await signUp(email)
      const cookies = cookiesOf({ headers }).replaceAll(/=[^;]+/g, '')
      replies.push([status, text, Object.keys(headers).toSorted(), cookies])
      expect(performance.now() - begin).toBeGreaterThan(490)
    }
    expect(replies[0]).toEqual(replies[1])
    expect(replies[0]?.slice(0, 2)).toEqual([200, '{"user":null}'])
    expect(await mails(taken)).toEqual([
      { template: 'address-taken', subject: 'You have an account already', token: '' },
    ])
  })

  once('opens no session, and makes no account, before the link in the mail is used', async () => {
    const email = newEmail()
    const signedUp = await signUp(email)
    expect(cookiesOf(signedUp)).toMatch(/^crema\.sign-up=[\w-]{32}$/)
    expect(await accounts(email)).toEqual([])
    const signIn = await shop.call('POST /auth/sign-in', { body: { email, password } })
    expect(signIn.problem.code).toBe('wrong-password')
  })

  once('signs in with the link, in the browser that signed up, and confirms the address', async () => {
    const email = newEmail()
    const signedUp = await signUp(email.toUpperCase())
    const confirmed = await confirm({ token: await lastToken(shop.database, email) }, cookiesOf(signedUp))
    expect(confirmed.answer).toEqual({ user: { email, name: 'Nia' } })
    const cookie = cookiesOf(confirmed)
    const account = await shop.send('GET /account', { headers: { cookie } })
    expect(account.answer).toEqual({ hasPassword: true, emailVerified: true, newEmail: null })
    expect((await shop.call('POST /auth/sign-in', { body: { email, password } })).status).toBe(200)
  })

  once('asks another browser for the password, so that a stranger cannot prepare an account', async () => {
    const email = newEmail()
    await signUp(email)
    const token = await lastToken(shop.database, email)
    for (const cookie of ['', 'crema.sign-up=made-up'])
      expect((await confirm({ token }, cookie)).problem.code).toBe('password-needed')
    expect((await confirm({ token, password: 'not this one' })).problem.code).toBe('wrong-current-password')
    expect(await accounts(email)).toEqual([])
    expect((await confirm({ token, password })).status).toBe(200)
  })

  once('cannot be used to guess the password of a sign-up', async () => {
    const email = newEmail()
    await signUp(email)
    const token = await lastToken(shop.database, email)
    const codes: string[] = []
    for (let times = 0; times < 11; times++)
      codes.push((await confirm({ token, password: `guess ${times}` })).problem.code)
    expect(codes).toEqual([
      ...Array.from({ length: 10 }, () => 'wrong-current-password'),
      'too-many-requests',
    ])
  })

  test('refuses a link that was used, even by two browsers at once, or that is not known', async () => {
    const email = newEmail()
    const cookie = cookiesOf(await signUp(email))
    const token = await lastToken(shop.database, email)
    const both = await Promise.all([confirm({ token }, cookie), confirm({ token }, cookie)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await accounts(email)).toHaveLength(1)
    expect((await confirm({ token }, cookie)).problem.code).toBe('link-used')
    expect((await confirm({ token: 'made-up' }, cookie)).problem.code).toBe('link-used')
    const subject = (await shop.database.read
      .selectFrom('accounts')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()) ?? { id: '' }
    await shop.database.write(({ tx }) => archiveUser(tx, { id: '', subject: subject.id }))
    expect((await confirm({ token }, cookie)).problem.code).toBe('link-used')
    expect(await accounts(email)).toEqual([])
  })

  once('refuses every other link for the address once one was used', async () => {
    const email = newEmail()
    const stranger = cookiesOf(await signUp(email, 'of a stranger'))
    const token = await lastToken(shop.database, email)
    const own = cookiesOf(await signUp(email))
    expect((await confirm({ token: await lastToken(shop.database, email) }, own)).status).toBe(200)
    expect((await confirm({ token }, stranger)).problem.code).toBe('link-used')
    const signIn = (given: string) => shop.call('POST /auth/sign-in', { body: { email, password: given } })
    expect([(await signIn('of a stranger')).status, (await signIn(password)).status]).toEqual([401, 200])
  })

  once('refuses a link after a day', async () => {
    const email = newEmail()
    const cookie = cookiesOf(await signUp(email))
    const token = await lastToken(shop.database, email)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + SIGN_UP_LINK_MS + 1)
    expect((await confirm({ token }, cookie)).problem.code).toBe('link-used')
    vi.useRealTimers()
  })

  test('sends three mails to one address at once, and no fourth, without saying so', async () => {
    const email = newEmail()
    const replies = await Promise.all([1, 2, 3, 4].map(() => signUp(email)))
    expect(replies.map(({ text }) => text)).toEqual(Array.from({ length: 4 }, () => '{"user":null}'))
    expect(await mails(email)).toHaveLength(3)
  })

  test('sends mails to an address also when a stranger in another network has used up all', async () => {
    const email = newEmail()
    await Promise.all([1, 2, 3, 4].map((host) => signUpFrom(`2001:db8:1:${host}::1`, email)))
    expect(await mails(email)).toHaveLength(3)
    await signUpFrom('203.0.113.7', email)
    expect(await mails(email)).toHaveLength(4)
  })

  test('sends thirty mails to one address at once from many networks, and no more', async () => {
    const email = newEmail()
    await Promise.all(Array.from({ length: 31 }, (_, host) => signUpFrom(`198.51.100.${host}`, email)))
    expect(await mails(email)).toHaveLength(30)
  })

  once('stores neither the token nor the password', async () => {
    const email = newEmail()
    const cookie = cookiesOf(await signUp(email))
    const rows = await shop.database.read.selectFrom('tokens').selectAll().execute()
    const secrets = [await lastToken(shop.database, email), cookie.split('=')[1] ?? 'none', password]
    expect(rows.length).toBeGreaterThan(0)
    expect(secrets.filter((secret) => JSON.stringify(rows).includes(secret))).toEqual([])
  })
})

describe.each(anyStore)('a shop with https that sends mails', ({ fresh }) => {
  const origin = 'https://coffee.example'
  const shop = givenShop(fresh, { env: { ...mailSettings, PUBLIC_URL: origin } })

  test('marks the browser with a cookie that no other subdomain can set', async () => {
    const body = { name: 'Nia', email: 'nia@people.example', password: 'two sugars' }
    const { headers } = await shop.send('POST /auth/sign-up', { body, headers: { origin } })
    const [set] = [headers['set-cookie'] ?? []].flat()
    expect(set).toMatch(
      /^__Host-crema\.sign-up=[\w-]{32}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
    )
    const link = { body: { token: await lastToken(shop.database, body.email) } }
    const [own] = cookiesOf({ headers }).split('; ')
    const planted = String(own).replace('__Host-', '')
    const confirm = (cookie: string) =>
      shop.send('POST /auth/confirm-sign-up', { ...link, headers: { origin, cookie } })
    expect((await confirm(planted)).problem.code).toBe('password-needed')
    expect((await confirm(String(own))).status).toBe(200)
  })
})

describe.each(anyStore)('a demo shop that sends mails', ({ fresh }) => {
  const shop = givenShop(fresh, { env: { ...mailSettings, DEMO: '1' } })

  test('signs up at once, as the specification says', async () => {
    const body = { name: 'Nia', email: 'nia@people.example', password: 'two sugars' }
    const { answer } = await shop.call('POST /auth/sign-up', { body })
    expect(answer).toEqual({ user: { name: 'Nia', email: 'nia@people.example' } })
  })
})
