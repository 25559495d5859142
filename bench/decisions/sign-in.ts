import { demoAccounts } from '#contract/demo.ts'
import type { Shop } from '#server/app.ts'
import { hashPassword, isPassword } from '#server/identity/passwords.ts'
import { inDemoShop } from './demo-shop.ts'
import { inRounds, milliseconds } from './rounds.ts'
import type { Finding } from './rounds.ts'

/** Signing in, what of it is the password's hash, and whether a stranger could tell by the time who has an account. */
export function measureSignIn(): Promise<Finding[]> {
  return inDemoShop(async ({ app }) => {
    const { email, password } = demoAccounts.shopper
    const hash = await hashPassword(password)
    let tries = 0
    const rounds = await inRounds(async () => ({
      'argon2id alone': await milliseconds(() => isPassword({ hash, password })),
      'sign-in': await milliseconds(() => signIn(app, { email, password })),
      'wrong password': await milliseconds(() => signIn(app, { email, password: 'something else' })),
      'no such account': await milliseconds(() => signIn(app, { email: `nobody${tries++}@people.example`, password })),
    }), 9)
    return [{ title: 'Signing in', unit: 'milliseconds', digits: 1, rounds }]
  })
}

let addresses = 0

/** Each try from an address of its own: the throttle for wrong passwords is not what is measured. */
async function signIn(app: Shop['app'], payload: { email: string; password: string }): Promise<void> {
  addresses += 1
  const remoteAddress = `127.0.1.${addresses}`
  const headers = { origin: 'http://localhost:3000' }
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/auth/sign-in', headers, payload, remoteAddress })
  if (statusCode !== 200 && statusCode !== 401) throw new Error(`Signing in answered ${statusCode}.`)
}
