import '#test/cheap-passwords.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { cookiesOf, senderFor } from '#test/calls.ts'
import type { FakeAccount } from '#test/firebase/accounts.ts'
import { firebaseEnv, startFirebase } from '#test/firebase/firebase.ts'
import type { FakeFirebase } from '#test/firebase/firebase.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'
import { lockGuest, setGuest } from '#server/guests/guests.ts'
import { queueMails } from '#server/mail/queue-mail.ts'
import { newId } from '#server/platform/clock.ts'

const MINUTE_MS = 60_000

describe.each(stores)('a shop with accounts at Firebase, on $name', ({ fresh, once }) => {
  let firebase: FakeFirebase
  let store: Store
  let own: TestShop
  let shop: TestShop
  let ada: TestPerson
  beforeAll(async () => {
    firebase = await startFirebase()
  })
  afterAll(() => firebase.close())
  beforeEach(async () => {
    store = await fresh()
    own = await openTestShop(store)
    ada = await own.admin('Ada')
    shop = await openTestShop(store, { env: firebaseEnv(firebase) })
  })
  afterEach(async () => {
    vi.useRealTimers()
    for (const { uid } of firebase.accounts.byUid.values()) firebase.accounts.byUid.delete(uid)
    firebase.fault = () => null
    await own.close()
    await shop.close()
    await store.dispose()
  })

  const signUpAtFirebase = async (email: string, isVerified = false): Promise<FakeAccount> => {
    await firebase.accounts.signUp({ email, password: 'at Firebase', displayName: 'Eve' })
    const account = [...firebase.accounts.byUid.values()].find((one) => one.email === email)
    if (!account) throw new Error('Firebase has no account.')
    account.emailVerified = isVerified
    return account
  }
  /** Returns an ID token as the browser gets it, for a password that was checked `minutes` ago. */
  const tokenOf = (account: FakeAccount, minutes = 0) =>
    firebase.keys.sign(account, Date.now() - minutes * MINUTE_MS)
  const exchange = (idToken: string, cookie = '') =>
    shop.send('POST /auth/firebase', { body: { idToken }, headers: { cookie } })
  const browserOf = (reply: Awaited<ReturnType<typeof exchange>>) => {
    const cookie = cookiesOf(reply)
    const { send } = senderFor(shop.app, () => ({ cookie }))
    const user = async () => (await send('GET /auth/session', {})).answer.user
    return { cookie, send, user }
  }

  once('exchanges a token for a session, whose account is found again', async () => {
    const eve = await signUpAtFirebase('eve@people.example')
    const first = await exchange(await tokenOf(eve))
    expect(first.answer).toEqual({ user: { email: eve.email, name: 'Eve' } })
    const { send } = browserOf(first)
    const body = { name: 'Eve', email: eve.email }
    const { insertedId } = (await send('POST /users', { body })).answer
    const again = browserOf(await exchange(await tokenOf(eve)))
    expect((await again.send('POST /users', { body })).answer.insertedId).toBe(insertedId)
    expect((await send('GET /account', {})).answer).toEqual({
      hasPassword: true,
      emailVerified: false,
      newEmail: null,
    })
  })

  once(
    'opens no session with a forged token, or one about a password that was checked long ago',
    async () => {
      const eve = await signUpAtFirebase('eve@people.example')
      for (const [token, code] of [
        ['made up', 'invalid-user-token'],
        [await tokenOf(eve, 11), 'sign-in-again'],
      ] as const) {
        const refused = await exchange(token)
        expect([refused.problem.code, refused.headers['set-cookie']]).toEqual([code, undefined])
      }
    },
  )

  once('says that Firebase cannot be reached if its keys cannot be read', async () => {
    firebase.fault = () => 'down'
    const refused = await exchange(await tokenOf(await signUpAtFirebase('eve@people.example')))
    expect([refused.status, refused.problem.code]).toEqual([503, 'network-request-failed'])
  })

  once('ends a session an hour after the last token, whichever comes with it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const eve = await signUpAtFirebase('eve@people.example')
    const { cookie, user } = browserOf(await exchange(await tokenOf(eve)))
    vi.setSystemTime(Date.now() + 50 * MINUTE_MS)
    const renewal = await tokenOf(eve, 50)
    expect((await exchange(renewal, cookie)).answer.user?.email).toBe(eve.email)
    vi.setSystemTime(Date.now() + 50 * MINUTE_MS)
    expect(await user()).not.toBeNull()
    // The same token again prolongs nothing: Firebase made it 50 minutes ago.
    await exchange(renewal, cookie)
    vi.setSystemTime(Date.now() + 11 * MINUTE_MS)
    expect(await user()).toBeNull()
    expect((await exchange(await tokenOf(eve, 111), cookie)).problem.code).toBe('sign-in-again')
  })

  once(
    'takes over a name and an address that were changed at Firebase, but no address of another account',
    async () => {
      const eve = await signUpAtFirebase('eve@people.example')
      const { cookie, user } = browserOf(await exchange(await tokenOf(eve)))
      const change = async (changes: Partial<FakeAccount>) => {
        Object.assign(eve, changes)
        await exchange(await tokenOf(eve), cookie)
        return user()
      }
      const name = 'Eve Grey'
      expect(await change({ displayName: name, email: 'new@people.example' })).toEqual({
        name,
        email: 'new@people.example',
      })
      for (const email of [ada.email, 'v2,ada@people.example'])
        expect(await change({ email })).toEqual({ name, email: 'new@people.example' })
    },
  )

  once('links no account whose address Firebase has not confirmed', async () => {
    const refused = await exchange(await tokenOf(await signUpAtFirebase(ada.email)))
    expect([refused.problem.code, refused.headers['set-cookie']]).toEqual(['email-not-confirmed', undefined])
    expect((await ada.call('GET /auth/session', {})).answer.user?.name).toBe('Ada')
  })

  test('links an account with a confirmed address once, and ends its former password and sessions', async () => {
    const account = await signUpAtFirebase(ada.email, true)
    const token = await tokenOf(account)
    const answers = await Promise.all([exchange(token), exchange(token), exchange(token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const [reply] = answers
    const body = { name: 'Eve', email: ada.email }
    const recorded = reply && (await browserOf(reply).send('POST /users', { body }))
    expect(recorded?.answer.insertedId).toBe(ada.userId)
    const links = await shop.database.read.selectFrom('links').selectAll().execute()
    expect(links).toMatchObject([{ subject: account.uid, provider: 'firebase:crema-tests' }])
    expect((await ada.call('GET /auth/session', {})).answer.user).toBeNull()
    const { email, password } = ada
    const again = await own.call('POST /auth/sign-in', { body: { email, password } })
    expect(again.problem.code).toBe('wrong-password')
  })

  once('removes the factors of an account that was not confirmed', async () => {
    const zoe = await own.person('Zoe')
    await own.database.write(({ tx }) => tx.updateTable('accounts').set({ totp_secret: 'MFRGG' }).execute())
    const entered = await exchange(await tokenOf(await signUpAtFirebase(zoe.email, true)))
    expect(entered.answer).toMatchObject({ user: { email: zoe.email } })
  })

  once('changes nothing of a confirmed account with a second factor before its code came', async () => {
    const totp = new TOTP({ secret: Secret.fromBase32('MFRGGZDFMZTWQ2LK') })
    await own.database.write(({ tx }) =>
      tx
        .updateTable('accounts')
        .set({ confirmed: 1, totp_secret: totp.secret.base32 })
        .where('email', '=', ada.email)
        .execute(),
    )
    const reply = await exchange(await tokenOf(await signUpAtFirebase(ada.email, true)))
    expect(reply.answer).toEqual({ user: null, needsCode: true })
    const session = async () => (await ada.call('GET /auth/session', {})).answer.user
    const links = () => shop.database.read.selectFrom('links').select('provider').execute()
    expect([(await session())?.email, await links()]).toEqual([ada.email, []])
    const { send } = browserOf(reply)
    expect((await send('POST /auth/second-factor', { body: { code: totp.generate() } })).status).toBe(200)
    expect([await session(), await links()]).toEqual([null, [{ provider: 'firebase:crema-tests' }]])
  })

  once('ends the sessions of another account of Firebase that had the address before', async () => {
    const former = await signUpAtFirebase('eve@people.example', true)
    const { user } = browserOf(await exchange(await tokenOf(former)))
    former.email = 'former@people.example'
    const next = await signUpAtFirebase('eve@people.example', true)
    expect((await exchange(await tokenOf(next))).status).toBe(200)
    expect(await user()).toBeNull()
  })

  once('changes no other account when a session is renewed with an old token of it', async () => {
    const eve = await signUpAtFirebase('eve@people.example')
    const { cookie } = browserOf(await exchange(await tokenOf(eve)))
    const ofAda = await signUpAtFirebase(ada.email, true)
    expect((await exchange(await tokenOf(ofAda, 11), cookie)).problem.code).toBe('sign-in-again')
    expect((await ada.call('GET /auth/session', {})).answer.user?.email).toBe(ada.email)
    const links = await shop.database.read.selectFrom('links').select('subject').execute()
    expect(links).toEqual([{ subject: eve.uid }])
  })

  test('keeps the mails to a guest if another person signs up with the address without confirming it', async () => {
    const data = { template: 'order-confirmation', orderId: newId() } as const
    const recipient = 'vera@people.example'
    await shop.database.write(async ({ tx }) => {
      const { id } = await lockGuest(tx, { cartId: 'a cart of Vera' })
      await setGuest(tx, { id, name: 'Vera', email: recipient })
      await queueMails(tx, [{ recipient, replyTo: null, subject: 'Your order', data }])
    })
    const eve = await signUpAtFirebase(recipient)
    const { cookie, send } = browserOf(await exchange(await tokenOf(eve)))
    const enter = () => send('POST /users', { body: { name: 'Eve', email: eve.email } })
    await enter()
    Object.assign(eve, { email: 'eve@people.example', emailVerified: true })
    await exchange(await tokenOf(eve), cookie)
    await enter()
    expect((await send('GET /account/export', {})).answer.mails).toEqual([])
    const other = await signUpAtFirebase(recipient)
    const second = browserOf(await exchange(await tokenOf(other)))
    await second.send('POST /users', { body: { name: 'Eve', email: recipient } })
    await second.send('POST /account/deletion', { body: {} })
    const mails = await shop.database.read.selectFrom('outbox').select('recipient').execute()
    expect(mails).toContainEqual({ recipient })
  })

  once('does not use an address to which no mail can be sent', async () => {
    const refused = await exchange(await tokenOf(await signUpAtFirebase('v1,ada@people.example', true)))
    expect([refused.problem.code, refused.headers['set-cookie']]).toEqual(['invalid-input', undefined])
  })

  once(
    'has no session in common with a shop with accounts of its own, and no way in with their passwords',
    async () => {
      const eve = await signUpAtFirebase('eve@people.example')
      const { cookie } = browserOf(await exchange(await tokenOf(eve)))
      expect((await own.send('GET /auth/session', { headers: { cookie } })).answer.user).toBeNull()
      const ofAda = { headers: { cookie: ada.cookie } }
      expect((await shop.send('GET /auth/session', ofAda)).answer.user).toBeNull()
      const { email, password, name } = ada
      for (const [call, body] of [
        ['POST /auth/sign-in', { email, password }],
        ['POST /auth/sign-up', { name, email: 'other@people.example', password }],
        ['POST /auth/forgot-password', { email }],
      ] as const)
        expect((await shop.send(call, { body })).problem.code).toBe('operation-not-allowed')
      expect((await own.send('POST /auth/firebase', { body: { idToken: await tokenOf(eve) } })).status).toBe(
        404,
      )
    },
  )

  once('deletes an account only if the password was checked a few minutes ago', async () => {
    const eve = await signUpAtFirebase('eve@people.example')
    const { cookie, send } = browserOf(await exchange(await tokenOf(eve)))
    await send('POST /users', { body: { name: 'Eve', email: eve.email } })
    const remove = async () => (await send('POST /account/deletion', { body: {} })).problem
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * MINUTE_MS })
    await exchange(await tokenOf(eve, 11), cookie)
    expect((await remove()).code).toBe('sign-in-again')
    await exchange(await tokenOf(eve), cookie)
    expect((await send('POST /account/deletion', { body: {} })).status).toBe(200)
  })

  once('writes no token to the log', async () => {
    const eve = await signUpAtFirebase('eve@people.example')
    firebase.fault = () => 'down'
    await exchange(await tokenOf(eve))
    expect(shop.log.join('\n')).toContain('service failed')
    expect(shop.log.join('\n')).not.toContain('eyJ')
  })
})
