import '#test/cheap-passwords.ts'
import { createPrivateKey } from 'node:crypto'
import { decodeJwt, SignJWT } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { orderOf } from '#test/catalogue.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { fileSecrets } from '#server/platform/secrets/open-secrets.ts'
import type { UserRow } from '#server/tables.ts'

describe.each(stores)('signed-in users on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let cora: TestPerson
  let dora: TestPerson
  let ada: TestPerson
  beforeAll(async () => {
    ;[cora, dora, ada] = await Promise.all([shop.person('Cora'), shop.person('Dora'), shop.admin('Ada')])
  })

  /** Changes a user's row and publishes the event `user-changed`, as the server does when an admin changes a user. */
  async function changeUser({ userId }: TestPerson, change: Partial<UserRow>): Promise<void> {
    await shop.database.write(async ({ tx, publish }) => {
      await tx.updateTable('users').set(change).where('id', '=', userId).execute()
      publish({ type: 'user-changed', userId })
    })
  }

  test('get a token for their own address only, in upper or lower case', async () => {
    const own = await cora.call('GET /jwt', { query: { email: cora.email.toUpperCase() } })
    expect(decodeJwt(own.answer.accessToken)).toMatchObject({ email: cora.email, iss: 'crema' })
    expect(own.headers['cache-control']).toBe('no-store')
    const others = await cora.call('GET /jwt', { query: { email: dora.email } })
    expect([others.status, others.problem.code]).toEqual([403, 'forbidden'])
  })

  test('get no token without a session, or with a tampered session cookie', async () => {
    const query = { email: cora.email }
    expect((await shop.call('GET /jwt', { query })).status).toBe(401)
    const cookie = cora.cookie.replace(/(session_token=.{5})./, (_, start: string) => `${start}~`)
    expect((await shop.send('GET /jwt', { query, headers: { cookie } })).status).toBe(401)
  })

  test('have one user row, however often it is requested', async () => {
    const body = { name: 'Cora', email: cora.email }
    const again = await Promise.all([1, 2, 3].map(() => cora.call('POST /users', { body })))
    expect(again.map(({ answer }) => answer)).toEqual(
      [1, 2, 3].map(() => ({ acknowledged: true, insertedId: cora.userId })),
    )
    const rows = await shop.database.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', cora.email)
      .execute()
    expect(rows).toHaveLength(1)
  })

  test('cannot create a row for another user, or become an admin with it', async () => {
    const others = await cora.call('POST /users', { body: { name: 'Dora', email: dora.email } })
    expect([others.status, others.problem.code]).toEqual([403, 'forbidden'])
    const admin = await cora.send('POST /users', { body: { name: 'Cora', email: cora.email, role: 'Admin' } })
    expect([admin.status, admin.problem.errors?.[0]?.field]).toEqual([422, 'role'])
  })

  test('can see whether they are admins, and only admins can see it of others', async () => {
    const ask = async (who: TestPerson, email: string) =>
      who.call('GET /user/admin/{email}', { params: { email } })
    expect((await ask(cora, cora.email)).answer).toEqual({ isAdmin: false })
    expect((await ask(ada, ada.email.toUpperCase())).answer).toEqual({ isAdmin: true })
    expect((await ask(cora, ada.email)).status).toBe(403)
    expect((await ask(ada, cora.email)).answer).toEqual({ isAdmin: false })
    expect((await ask(ada, 'unknown@people.example')).answer).toEqual({ isAdmin: false })
  })

  test('cannot see it of others by sending their own address as well', async () => {
    for (const sent of [
      { query: { email: cora.email } },
      { headers: { 'content-type': 'application/json' }, body: { email: cora.email } },
    ]) {
      const asked = await cora.send('GET /user/admin/{email}', { params: { email: ada.email }, ...sent })
      expect([asked.status, asked.problem.code]).toEqual([403, 'forbidden'])
    }
  })

  test('are admins exactly while the database says so, with the same token', async () => {
    const isAdmin = async () =>
      (await dora.call('GET /user/admin/{email}', { params: { email: dora.email } })).answer.isAdmin
    const others = async () =>
      (await dora.call('GET /user/admin/{email}', { params: { email: cora.email } })).status
    expect([await isAdmin(), await others()]).toEqual([false, 403])
    await changeUser(dora, { role: 'Admin' })
    expect([await isAdmin(), await others()]).toEqual([true, 200])
    await changeUser(dora, { role: null })
    expect([await isAdmin(), await others()]).toEqual([false, 403])
  })

  test('do not become admins by a claim in a token, even in one that the shop has signed', async () => {
    const claims = { ...decodeJwt(cora.token), role: 'Admin', isAdmin: true }
    const key = createPrivateKey(fileSecrets(shop.store.dataDir).tokenKey.current)
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA' }).sign(key)
    const headers = { authorization: `Bearer ${token}` }
    const own = await shop.send('GET /user/admin/{email}', { params: { email: cora.email }, headers })
    expect(own.answer).toEqual({ isAdmin: false })
    expect((await shop.send('GET /allUser', { headers })).status).toBe(403)
  })

  test('who were deleted lose token, session and user row at once', async () => {
    const emil = await shop.person('Emil')
    const query = { email: emil.email }
    expect((await emil.call('GET /myCarts', { query })).status).toBe(200)
    await changeUser(emil, { archived_at: 1 })
    expect((await emil.call('GET /myCarts', { query })).status).toBe(401)
    expect((await emil.call('GET /jwt', { query })).status).toBe(403)
    expect((await emil.call('POST /users', { body: { name: 'Emil', email: emil.email } })).status).toBe(403)
  })

  test('change their name in the session, in the user row and on their next order', async () => {
    const fay = await shop.person('Fay')
    const renamed = await fay.call('PUT /auth/profile', { body: { name: ' Fay Grey ' } })
    expect(renamed.answer).toEqual({ user: { email: fay.email, name: 'Fay Grey' } })
    expect((await fay.call('GET /auth/session', {})).answer.user?.name).toBe('Fay Grey')
    await fay.call('POST /orders', { body: orderOf(fay, shop.shelves.espresso) })
    const { answer } = await fay.call('GET /myCarts', { query: { email: fay.email } })
    expect(answer.map(({ customer }) => customer)).toEqual(['Fay Grey'])
  })

  test('get an error if their user row cannot be updated with the new name', async () => {
    const hal = await shop.person('Hal')
    await shop.database.write(({ tx }) =>
      tx
        .updateTable('users')
        .set({ archived_at: 1 })
        .where('id', '=', hal.userId)
        .execute()
        .then(() => undefined),
    )
    const renamed = await hal.call('PUT /auth/profile', { body: { name: 'Harold' } })
    expect([renamed.status, renamed.problem.code]).toEqual([403, 'forbidden'])
  })

  test('cannot change their name to an empty one, or change other fields with it', async () => {
    expect((await cora.send('PUT /auth/profile', { body: { name: ' ' } })).status).toBe(422)
    expect(
      (await cora.send('PUT /auth/profile', { body: { name: 'Cora', image: 'javascript:alert(1)' } })).status,
    ).toBe(422)
    expect((await shop.send('PUT /auth/profile', { body: { name: 'Cora' } })).status).toBe(401)
  })
})
