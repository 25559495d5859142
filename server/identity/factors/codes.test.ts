import '#test/cheap-passwords.ts'
import { describe, expect, test, vi } from 'vitest'
import { cookiesOf } from '#test/calls.ts'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

const loaded = vi.hoisted(() => ({ writes: 0, during: [] as number[] }))

vi.mock('otpauth', async (load) => {
  loaded.during.push(loaded.writes)
  return load()
})

describe.each(anyStore)('a code on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('is checked by a library that is loaded before the transaction, which no other write waits for', async () => {
    const { email, password } = await shop.person('Cora')
    await shop.database.write(async ({ tx }) => {
      await tx.updateTable('accounts').set({ totp_secret: 'MFRGG' }).execute()
    })
    const headers = {
      cookie: cookiesOf(await shop.send('POST /auth/sign-in', { body: { email, password } })),
    }
    const { write } = shop.database
    vi.spyOn(shop.database, 'write').mockImplementation((work) =>
      write(async (tx) => {
        loaded.writes += 1
        return Promise.resolve(work(tx)).finally(() => (loaded.writes -= 1))
      }),
    )
    const wrong = await shop.send('POST /auth/second-factor', { body: { code: '000000' }, headers })
    expect([wrong.problem.code, loaded.during]).toEqual(['wrong-code', [0]])
  })
})
