import '#test/cheap-passwords.ts'
import { describe, expect, test, vi } from 'vitest'
import { runOwnersCommandHere } from '#test/commands.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const env = { SECRET_KEY: 'a key of at least thirty-two letters' }

describe.each(stores)('rotate-secrets on $name', ({ fresh }) => {
  const shop = givenShop(fresh, { env })

  const rotate = (...args: string[]) => {
    vi.stubEnv('SECRET_KEY', env.SECRET_KEY)
    return runOwnersCommandHere('rotate-secrets', shop.store, args)
  }
  async function userAfterRestart(cookie: string): Promise<string | undefined> {
    const restarted = await openTestShop(shop.store, { env })
    const { answer } = await restarted.send('GET /auth/session', { headers: { cookie } })
    await restarted.close()
    return answer.user?.email
  }

  test('signs no user out, and with --sign-out all', async () => {
    const { cookie, email } = await shop.person('Cora')
    expect(await rotate()).toEqual({
      code: 0,
      said: 'The shop has new secrets. Running processes use them within half a minute, and no user is signed out.\n',
      complained: '',
    })
    expect(await userAfterRestart(cookie)).toBe(email)
    expect(await rotate('--sign-out')).toEqual({
      code: 0,
      said: 'The shop has new secrets, and all users are signed out. Running processes use them within seconds.\n',
      complained: '',
    })
    expect(await userAfterRestart(cookie)).toBeUndefined()
  })

  test('refuses an unknown option', async () => {
    expect(await rotate('--all')).toEqual({
      code: 1,
      said: '',
      complained: '--all is unknown: npm run rotate-secrets, or with -- --sign-out\n',
    })
  })
})
