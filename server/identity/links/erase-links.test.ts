import '#test/cheap-passwords.ts'
import { describe, expect, test, vi } from 'vitest'
import { mailsTo } from '#test/mails/queued-mails.ts'
import { givenShop, mailSettings } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { eraseExpiredSessions } from '../erase-sessions.ts'
import { inviteAdmin } from '../invitations/invite-admin.ts'
import { eraseExpiredLinks } from './erase-links.ts'

const HOUR = 3_600_000

describe.each(stores)('erasing expired links on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env: mailSettings })

  test('deletes sign-ups, changed addresses and invitations when their links have expired, and leaves tokens to the other job', async () => {
    const cora = await shop.person('Cora')
    const body = { name: 'Nia', email: 'nia@people.example', password: 'two sugars' }
    await shop.call('POST /auth/sign-up', { body })
    await cora.call('PUT /account/email', { body: { email: 'new@people.example', password: cora.password } })
    await shop.identity.provider.createResetToken(cora.email)
    await shop.database.write(({ tx }) => inviteAdmin(tx, 'nia@people.example'))
    const rows = async () => {
      const tables = ['pending_sign_ups', 'email_changes', 'identity_verifications', 'invitations'] as const
      const list = tables.map((table) => shop.database.read.selectFrom(table).select('expires_at').execute())
      return (await Promise.all(list)).map(({ length }) => length)
    }
    await eraseExpiredLinks(shop.database)
    expect(await rows()).toEqual([1, 1, 1, 1])
    const later = async (hours: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR })
      await eraseExpiredLinks(shop.database)
      const left = await rows()
      await eraseExpiredSessions(shop.database)
      vi.useRealTimers()
      return [...left, (await rows())[2]]
    }
    expect(await later(1)).toEqual([1, 0, 1, 1, 0])
    expect(await later(25)).toEqual([0, 0, 0, 1, 0])
    expect(await later(7 * 24 + 1)).toEqual([0, 0, 0, 0, 0])
    expect(await mailsTo(shop.database, body.email)).toHaveLength(1)
  })
})
