import '#test/cheap-passwords.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { oneByOne } from '#server/platform/database/one-by-one.ts'
import { currentRequester } from '#server/platform/http/fair-queue.ts'
import type { Requester } from '#server/platform/http/fair-queue.ts'
import type { ShopWrite } from '#server/shop-database.ts'
import { cookiesOf } from '#test/calls.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { hashPassword } from '../passwords.ts'

describe.each(stores)('signing up on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  const account = { name: 'Cora', email: 'cora@people.example', password: 'coffee123' }
  const signUp = (body: object) => shop.send('POST /auth/sign-up', { body })

  test('creates an account and signs in with it', async () => {
    const signedUp = await signUp(account)
    expect(signedUp.answer).toEqual({ user: { email: 'cora@people.example', name: 'Cora' } })
    const session = await shop.send('GET /auth/session', { headers: { cookie: cookiesOf(signedUp) } })
    expect(session.answer).toEqual({ user: { email: 'cora@people.example', name: 'Cora' } })
  })

  test('sets cookies that no script can read and that other sites do not send', async () => {
    const { headers } = await signUp({ ...account, email: 'cookie@people.example' })
    const cookies = [headers['set-cookie'] ?? []].flat()
    expect(cookies.map((cookie) => cookie.split('=')[0]).toSorted()).toEqual([
      'crema.device',
      'crema.session_token',
    ])
    for (const cookie of cookies) expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/i)
  })

  test('returns the session token only in the cookie', async () => {
    const { text, headers } = await signUp({ ...account, email: 'quiet@people.example' })
    const token = /crema\.session_token=([^.;]+)/.exec(String(headers['set-cookie']))?.[1] ?? 'none'
    expect(text).not.toContain(token)
    expect(JSON.parse(text)).toEqual({ user: { email: 'quiet@people.example', name: 'Cora' } })
  })

  test('is queued for hashing by its networks, among the browsers that are not known', async () => {
    const seen: Requester[] = []
    const hash = vi.mocked(hashPassword).mockImplementationOnce(async () => {
      seen.push(currentRequester())
      return 'cheap:'
    })
    await signUp({ ...account, email: 'waiting@people.example' })
    expect(hash).toHaveBeenCalled()
    expect(seen).toEqual([{ isKnown: false, networks: ['127.0.0.1'] }])
  })

  test('ignores the case of the email address and spaces around the name', async () => {
    const { answer } = await signUp({ ...account, name: '  Carl ', email: 'Carl@People.example' })
    expect(answer.user).toEqual({ name: 'Carl', email: 'carl@people.example' })
    const again = await signUp({ ...account, email: 'CARL@people.example' })
    expect(again.problem.code).toBe('email-already-in-use')
  })

  test('with an address that has an account is refused and opens no session', async () => {
    await signUp({ ...account, email: 'taken@people.example' })
    const again = await signUp({ ...account, email: 'taken@people.example', password: 'another password' })
    expect([again.status, again.problem.code]).toEqual([422, 'email-already-in-use'])
    expect(again.headers['set-cookie']).toBeUndefined()
    const stolen = await shop.send('POST /auth/sign-in', {
      body: { email: 'taken@people.example', password: 'another password' },
    })
    expect(stolen.status).toBe(401)
  })

  test('twice at the same moment creates one account', async () => {
    const both = await Promise.all([1, 2].map(() => signUp({ ...account, email: 'twice@people.example' })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  })

  test.each([
    ['name', { name: ' ' }],
    ['email', { email: 'no address' }],
    ['password', { password: '12345' }],
    ['password', { password: 'x'.repeat(129) }],
    ['role', { role: 'Admin' }],
    ['image', { image: 'javascript:alert(1)' }],
    ['emailVerified', { emailVerified: true }],
  ])('is refused with the name of a wrong or unknown field: %s in %j', async (field, wrong) => {
    const { status, problem } = await signUp({ ...account, email: 'wrong@people.example', ...wrong })
    expect([status, problem.errors?.[0]?.field]).toEqual([422, field])
  })

  test.each([1, 2, 3])(
    'leaves no rows if the connection is lost at statement %i, and succeeds afterwards',
    async (statement) => {
      const email = `cut-${statement}@people.example`
      const { write } = shop.database
      vi.spyOn(shop.database, 'write').mockImplementation((work) =>
        write(({ tx, publish }) => work({ tx: endingAt(statement, tx), publish })),
      )
      const cut = await signUp({ ...account, email })
      expect(cut.status).toBeGreaterThanOrEqual(500)
      expect(cut.headers['set-cookie']).toBeUndefined()
      vi.restoreAllMocks()
      expect(await rowsOf(email)).toEqual([])
      expect((await signUp({ ...account, email })).status).toBe(200)
      expect(await rowsOf(email)).toHaveLength(1)
    },
  )

  /**
   * Wraps a transaction so that its database connection ends just before statement number `statement` would run. The
   * first statement has the number 1.
   */
  function endingAt(statement: number, tx: ShopWrite['tx']): ShopWrite['tx'] {
    let count = 0
    return oneByOne(shop.database.dialect, async (query) => {
      count += 1
      if (count === statement) await endConnection(tx)
      return tx.executeQuery(query)
    })
  }

  /**
   * Ends the database connection of a transaction. SQLite runs in this process and has no connection, so an error is
   * thrown instead.
   */
  async function endConnection(tx: ShopWrite['tx']): Promise<void> {
    if (shop.database.dialect === 'sqlite') throw new Error('the process ended')
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(tx)
  }

  const rowsOf = (email: string) =>
    shop.database.read
      .selectFrom('accounts')
      .leftJoin('sessions', 'sessions.account', 'accounts.id')
      .select(['accounts.id', 'sessions.id as session'])
      .where('accounts.email', '=', email)
      .execute()
})

test('at an https address the cookies are for https only', async () => {
  const [sqlite] = stores
  const store = await sqlite?.fresh()
  if (!store) throw new Error('There is always the embedded database.')
  const shop = await openTestShop(store, { env: { PUBLIC_URL: 'https://coffee.example' } })
  const body = { name: 'Cora', email: 'cora@people.example', password: 'coffee123' }
  const { headers } = await shop.send('POST /auth/sign-up', {
    body,
    headers: { origin: 'https://coffee.example' },
  })
  const cookies = [headers['set-cookie'] ?? []].flat()
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/)
  await shop.close()
  await store.dispose()
})
