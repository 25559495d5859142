import '#test/cheap-passwords.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { eraseExpiredSessions } from './erase-sessions.ts'

const DAY = 24 * 60 * 60 * 1000

describe.each(stores)('expired sessions on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  afterEach(() => vi.useRealTimers())

  const sessions = async () =>
    (await shop.database.read.selectFrom('identity_sessions').select('id').execute()).map(({ id }) => id)
  const signIn = ({ email, password }: TestPerson) =>
    shop.call('POST /auth/sign-in', { body: { email, password } })

  test('are all deleted, however many there are, and no other sessions', async () => {
    const cora = await shop.person('Cora')
    for (let times = 0; times < 120; times++) await signIn(cora)
    await eraseExpiredSessions(shop.database)
    const old = await sessions()
    expect(old).toHaveLength(121)
    const begin = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: begin + 29 * DAY })
    await eraseExpiredSessions(shop.database)
    expect(await sessions()).toHaveLength(121)
    const young = await signIn(cora)
    expect(young.status).toBe(200)
    vi.setSystemTime(begin + 31 * DAY)
    await eraseExpiredSessions(shop.database)
    const left = await sessions()
    expect([left.length, old.includes(String(left[0]))]).toEqual([1, false])
  })

  test('are not valid any more, also before they are deleted', async () => {
    const fay = await shop.person('Fay')
    const { email } = fay
    const begin = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: begin })
    const isLive = () =>
      shop.database.read
        .selectFrom('identity_sessions')
        .innerJoin('identity_users', 'identity_users.id', 'identity_sessions.user_id')
        .select('identity_sessions.id')
        .where('identity_users.email', '=', email)
        .executeTakeFirstOrThrow()
        .then(({ id }) => shop.identity.provider.isLiveSession(id))
    expect(await isLive()).toBe(true)
    vi.setSystemTime(begin + 31 * DAY)
    expect(await isLive()).toBe(false)
  })

  test('are kept if they are renewed after they were listed', async () => {
    const dora = await shop.person('Dora')
    const [user] = await shop.database.read
      .selectFrom('identity_users')
      .select('id')
      .where('email', '=', dora.email)
      .execute()
    const ofDora = async () => {
      const rows = await shop.database.read
        .selectFrom('identity_sessions')
        .select('id')
        .where('user_id', '=', String(user?.id))
        .execute()
      return rows.map(({ id }) => id)
    }
    await signIn(dora)
    const [renewed = '', ...expired] = await ofDora()
    expect(expired).toHaveLength(1)
    const at = Date.now() + 31 * DAY
    vi.useFakeTimers({ toFake: ['Date'], now: at })
    const { write } = shop.database
    const erase = vi.spyOn(shop.database, 'write').mockImplementationOnce(async (work) => {
      const expires_at = new Date(at + DAY).toISOString()
      await write(({ tx }) =>
        tx.updateTable('identity_sessions').set({ expires_at }).where('id', '=', renewed).execute(),
      )
      return write(work)
    })
    await eraseExpiredSessions(shop.database)
    // The second write deletes expired tokens and logins.
    expect(erase).toHaveBeenCalledTimes(2)
    expect(await ofDora()).toEqual([renewed])
  })
})
