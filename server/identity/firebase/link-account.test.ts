import '#test/cheap-passwords.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cookiesOf } from '#test/calls.ts'
import { firebaseEnv, startFirebase } from '#test/firebase/firebase.ts'
import type { FakeFirebase } from '#test/firebase/firebase.ts'
import { openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import type { Store } from '#test/stores.ts'

describe.each(stores)(
  'an account of Firebase with the address of an account of the shop, on $name',
  ({ fresh }) => {
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
      for (const { uid } of firebase.accounts.byUid.values()) firebase.accounts.remove(uid)
      firebase.accounts.mails.length = 0
      await own.close()
      await shop.close()
      await store.dispose()
    })

    const password = 'password at Firebase'
    const signUpAtFirebase = async (email = ada.email) => {
      await firebase.accounts.signUp({ email, password, displayName: 'Eve' })
      const account = [...firebase.accounts.byUid.values()].find((one) => one.email === email)
      if (!account) throw new Error('Firebase has no account.')
      return account
    }
    const signIn = (email = ada.email) => shop.call('POST /auth/sign-in', { body: { email, password } })

    test('is not linked while Firebase has not confirmed the address', async () => {
      await signUpAtFirebase()
      const refused = await signIn()
      expect([refused.problem.code, refused.headers['set-cookie']]).toEqual([
        'email-not-confirmed',
        undefined,
      ])
      await signIn()
      expect(firebase.accounts.mails).toMatchObject([{ requestType: 'PASSWORD_RESET', email: ada.email }])
      expect((await ada.call('GET /auth/session', {})).answer.user?.name).toBe('Ada')
    })

    test('is linked after a new password was chosen by mail, and the former passwords and sessions end', async () => {
      const { email } = ada
      const signedUp = await shop.call('POST /auth/sign-up', { body: { name: 'Ada Byrne', email, password } })
      expect([signedUp.problem.code, signedUp.headers['set-cookie']]).toEqual([
        'email-not-confirmed',
        undefined,
      ])
      const token = String(firebase.accounts.mails[0]?.code)
      const chosen = { token, password: 'chosen by the owner' }
      expect((await shop.call('POST /auth/reset-password', { body: chosen })).status).toBe(200)
      expect((await signIn()).problem.code).toBe('wrong-password')
      const signedIn = await shop.call('POST /auth/sign-in', { body: { email, password: chosen.password } })
      expect(signedIn.answer.user).toEqual({ email, name: 'Ada Byrne' })
      const headers = { cookie: cookiesOf(signedIn) }
      const body = { name: 'Ada Byrne', email: ada.email }
      expect((await shop.send('POST /users', { headers, body })).answer).toMatchObject({
        insertedId: ada.userId,
      })
      expect((await ada.call('GET /auth/session', {})).answer.user).toBeNull()
      const again = await own.call('POST /auth/sign-in', {
        body: { email: ada.email, password: ada.password },
      })
      expect(again.problem.code).toBe('wrong-password')
    })

    test('ends the sessions of another account of Firebase that had the address before', async () => {
      const email = 'eve@people.example'
      const former = await signUpAtFirebase(email)
      const headers = { cookie: cookiesOf(await signIn(email)) }
      await shop.send('POST /users', { headers, body: { name: 'Eve', email } })
      const { accessToken } = (await shop.send('GET /jwt', { headers, query: { email } })).answer
      const cart = { query: { email }, headers: { authorization: `Bearer ${accessToken}` } }
      expect((await shop.send('GET /myCarts', cart)).status).toBe(200)
      former.email = 'former@people.example'
      const next = await signUpAtFirebase(email)
      next.emailVerified = true
      expect((await signIn(email)).status).toBe(200)
      expect((await shop.send('GET /myCarts', cart)).status).toBe(401)
      expect((await shop.send('GET /auth/session', { headers })).answer.user).toBeNull()
    })

    test('is linked once by simultaneous sign-ins', async () => {
      const account = await signUpAtFirebase()
      account.emailVerified = true
      const answers = await Promise.all([signIn(), signIn(), signIn()])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const links = await shop.database.read.selectFrom('identity_accounts').selectAll().execute()
      expect(links).toMatchObject([{ account_id: account.uid, provider_id: 'firebase:crema-tests' }])
    })

    test('does not share its id with an account of another project', async () => {
      const eve = await signUpAtFirebase('eve@people.example')
      await signIn(eve.email)
      const link = await shop.database.read.selectFrom('identity_accounts').selectAll().execute()
      expect(link.find(({ account_id: id }) => id === eve.uid)?.id).toBe(`firebase:crema-tests:${eve.uid}`)
    })

    test('is not used if mails cannot be sent to its address, and keeps the former one after such a change', async () => {
      const eve = await signUpAtFirebase('v1,ada@people.example')
      const refused = await signIn(eve.email)
      expect([refused.problem.code, refused.headers['set-cookie']]).toEqual(['invalid-input', undefined])
      expect(firebase.accounts.mails).toEqual([])
      eve.email = 'eve@people.example'
      expect((await signIn(eve.email)).status).toBe(200)
      eve.email = 'v2,ada@people.example'
      expect((await signIn(eve.email)).answer.user?.email).toBe('eve@people.example')
    })

    test('has no session in common with the built-in provider', async () => {
      const eve = await signUpAtFirebase('eve@people.example')
      const headers = { cookie: cookiesOf(await signIn(eve.email)) }
      expect((await shop.send('GET /auth/session', { headers })).answer.user?.name).toBe('Eve')
      expect((await own.send('GET /auth/session', { headers })).answer.user).toBeNull()
      const ofAda = { headers: { cookie: ada.cookie } }
      expect((await shop.send('GET /auth/session', ofAda)).answer.user).toBeNull()
      expect((await ada.call('GET /auth/session', {})).answer.user?.name).toBe('Ada')
    })
  },
)
