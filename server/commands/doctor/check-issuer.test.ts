import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { shopOrigin } from '#test/calls.ts'
import { issuerSettings, startIssuer } from '#test/oidc/issuer.ts'
import type { TestIssuer } from '#test/oidc/issuer.ts'
import { freePort } from '#test/processes/free-port.ts'
import { runCheck } from './check.ts'
import { checkIssuer } from './check-issuer.ts'

let issuer: TestIssuer
beforeAll(async () => {
  issuer = await startIssuer({ origin: shopOrigin })
})
afterAll(() => issuer.close())

/** Runs the check with these settings. Returns its results as lines, such as `fail It is broken.`. */
async function find(env: Record<string, string>): Promise<string[]> {
  const found = await runCheck(checkIssuer, { config: readConfig(env), reach: false })
  return found.map(({ level, text }) => `${level} ${text}`)
}

test('the doctor reads the configuration of the issuer, and prints the redirect URI', async () => {
  expect(await find({ PUBLIC_URL: 'https://shop.example', ...issuerSettings(issuer.url) })).toEqual([
    `ok ${issuer.url} can be reached, and its configuration is valid.`,
    'ok The redirect URI to register at the issuer is https://shop.example/api/auth/oidc/callback',
  ])
  expect(await find({})).toEqual(['ok OIDC_ISSUER is not set: people log in with a password.'])
})

test('the doctor finds that the issuer is wrong, or cannot be reached', async () => {
  const [unreachable] = await find(issuerSettings(`http://localhost:${await freePort()}`))
  expect(unreachable).toMatch(/^fail OIDC_ISSUER cannot be used: .*ECONNREFUSED/)
  const [another] = await find(issuerSettings(`${issuer.url}/tenant`))
  expect(another).toMatch(/^fail OIDC_ISSUER cannot be used: /)
  issuer.replace.set('/.well-known/openid-configuration', (body) => ({
    ...body,
    issuer: 'https://other.example',
  }))
  expect((await find(issuerSettings(issuer.url)))[0]).toMatch(/^fail .*does not match the expected issuer/)
  issuer.replace.set('/.well-known/openid-configuration', (body) => ({ ...body, jwks_uri: undefined }))
  expect((await find(issuerSettings(issuer.url)))[0]).toMatch(/^fail .*"jwks_uri" .* is missing or wrong/)
})
