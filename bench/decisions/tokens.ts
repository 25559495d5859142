import type { FastifyRequest } from 'fastify'
import { demoAccounts } from '#contract/demo.ts'
import type { Shop } from '#server/app.ts'
import { inDemoShop } from './demo-shop.ts'
import { each, inRounds, sideBySide } from './rounds.ts'
import type { Finding } from './rounds.ts'

/** Who is behind an access token: by its signature each time, and as the shop remembers it. */
export function measureTokens(): Promise<Finding[]> {
  return inDemoShop(async ({ app, identity }) => {
    const token = await signIn(app)
    // The gate reads nothing of a request but this header.
    const request = { headers: { authorization: `Bearer ${token}` } } as FastifyRequest
    const found = identity.gate.caller(request)
    if (!(typeof found === 'function' ? await found() : found)) throw new Error('The token is not accepted.')
    const ways = {
      'signature checked each time': () => identity.tokens.verify(token),
      'remembered, with who it is': () => identity.gate.caller(request),
    }
    const rounds = await inRounds(() => sideBySide(ways))
    return [{ title: 'One access token recognised', unit: 'microseconds', digits: 1, rounds: rounds.map((round) => each(round, 1e6)) }]
  })
}

async function signIn(app: Shop['app']): Promise<string> {
  const { name, email, password } = demoAccounts.shopper
  const headers = { origin: 'http://localhost:3000' }
  const signedIn = await app.inject({ method: 'POST', url: '/api/auth/sign-in', headers, payload: { email, password } })
  const cookie = [signedIn.headers['set-cookie'] ?? []].flat().map((one) => one.split(';')[0]).join('; ')
  await app.inject({ method: 'POST', url: '/api/users', headers: { ...headers, cookie }, payload: { name, email } })
  const { accessToken }: { accessToken: string } = (await app.inject({ url: `/api/jwt?email=${email}`, headers: { cookie } })).json()
  return accessToken
}
