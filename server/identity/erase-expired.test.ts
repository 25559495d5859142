import '#test/cheap-passwords.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { mailsTo } from '#test/mails/queued-mails.ts'
import { resetToken } from '#test/mails/reset-token.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { eraseExpired } from './erase-expired.ts'
import { inviteAdmin } from './invitations.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe.each(stores)('erasing what has expired on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })
  afterEach(() => vi.useRealTimers())

  const sessions = async () =>
    (await shop.database.read.selectFrom('sessions').select('id').execute()).map(({ id }) => id)
  const signIn = ({ email, password }: TestPerson) =>
    shop.call('POST /auth/sign-in', { body: { email, password } })

  test('deletes all expired sessions, however many there are, and no other sessions', async () => {
    const cora = await shop.person('Cora')
    for (let times = 0; times < 120; times++) await signIn(cora)
    await eraseExpired(shop.database)
    const old = await sessions()
    expect(old).toHaveLength(121)
    const begin = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: begin + 29 * DAY })
    await eraseExpired(shop.database)
    expect(await sessions()).toHaveLength(121)
    expect((await signIn(cora)).status).toBe(200)
    vi.setSystemTime(begin + 31 * DAY)
    await eraseExpired(shop.database)
    const left = await sessions()
    expect([left.length, old.includes(String(left[0]))]).toEqual([1, false])
  })

  test('deletes sign-ups, changed addresses, reset links and invitations when they have expired', async () => {
    const cora = await shop.person('Carla')
    const body = { name: 'Nia', email: 'nia@people.example', password: 'two sugars' }
    await shop.call('POST /auth/sign-up', { body })
    await cora.call('PUT /account/email', { body: { email: 'new@people.example', password: cora.password } })
    await resetToken(shop.database, cora.email)
    await shop.database.write(({ tx }) => inviteAdmin(tx, 'nia@people.example'))
    const left = async () => {
      const { read } = shop.database
      const tokens = await read.selectFrom('tokens').select('kind').orderBy('kind').execute()
      const invitations = await read.selectFrom('invitations').selectAll().execute()
      return [...tokens.map(({ kind }) => kind), ...invitations.map(({ email }) => email)]
    }
    await eraseExpired(shop.database)
    const invited = 'nia@people.example'
    expect(await left()).toEqual(['email-new', 'email-old', 'reset', 'sign-up', invited])
    const later = async (hours: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR })
      await eraseExpired(shop.database)
      vi.useRealTimers()
      return left()
    }
    expect(await later(1)).toEqual(['sign-up', invited])
    expect(await later(25)).toEqual([invited])
    expect(await later(7 * 24 + 1)).toEqual([])
    expect(await mailsTo(shop.database, body.email)).toHaveLength(1)
  })
})
