import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { startSmtpServer } from '#test/stand-ins/smtp-server.ts'
import { startStripe, stripeSettings } from '#test/stripe/stripe.ts'
import { runCheck } from './check.ts'
import type { Check } from './check.ts'
import { checkClock, differenceTo } from './check-clock.ts'
import { checkGateway } from './check-gateway.ts'
import { checkMail } from './check-mail.ts'

/** Runs a check with these settings. Returns its results as lines, such as `fail It is broken.`. */
async function run(check: Check, env: NodeJS.ProcessEnv): Promise<string[]> {
  const found = await runCheck(check, { config: readConfig(env), reach: false })
  return found.map(({ level, text }) => `${level} ${text}`)
}

const own = { PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' }

test('the mail server is connected to and signed in to, and no mail is sent', async () => {
  const server = await startSmtpServer()
  const mail = { MAIL_FROM: 'a@b.example', MAIL_TO: 'a@b.example' }
  expect((await run(checkMail, { ...mail, SMTP_URL: server.url }))[0]).toMatch(/^ok 127.0.0.1:\d+ accepts/)
  expect(server.commands.filter((command) => /^(MAIL|RCPT|DATA)/.test(command))).toEqual([])
  server.mode = 'refuse'
  const withPassword = server.url.replace('//', '//user:wrong@')
  expect((await run(checkMail, { ...mail, SMTP_URL: withPassword }))[0]).toMatch(
    /^fail .*Check host, port and password/,
  )
  await server.close()
  expect((await run(checkMail, { ...mail, SMTP_URL: server.url }))[0]).toMatch(/^fail .*ECONNREFUSED/)
  expect((await run(checkMail, {}))[0]).toMatch(/^warn SMTP_URL is not set/)
})

describe('Stripe', () => {
  let stripe: Awaited<ReturnType<typeof startStripe>>
  beforeAll(async () => {
    stripe = await startStripe()
  })
  afterAll(() => stripe.close())

  test('accepts the key, which is tried with a read', async () => {
    const env = { ...stripeSettings(stripe), DEMO: '1' }
    expect(await run(checkGateway, env)).toEqual([
      'ok The secret of the webhook is set.',
      'ok Stripe accepts the key.',
    ])
    expect(stripe.requests.every(({ method }) => method === 'GET')).toBe(true)
    expect((await run(checkGateway, { ...env, ...own, DEMO: '0' }))[0]).toMatch(
      /^warn STRIPE_SECRET_KEY is a test key/,
    )
  })

  test('refuses the key, cannot be reached, or is given no secret of a webhook', async () => {
    const env = { ...stripeSettings(stripe), DEMO: '1' }
    expect((await run(checkGateway, { ...env, STRIPE_SECRET_KEY: 'sk_test_wrong' }))[1]).toMatch(
      /^fail Stripe refuses STRIPE_SECRET_KEY: Invalid API Key/,
    )
    expect((await run(checkGateway, { ...env, STRIPE_WEBHOOK_SECRET: 'pk_live_1' }))[0]).toMatch(
      /^fail STRIPE_WEBHOOK_SECRET must begin with whsec_/,
    )
    stripe.fault = () => 'error'
    expect((await run(checkGateway, env))[1]).toMatch(/^fail Stripe cannot be reached/)
    stripe.fault = () => null
  })

  test('has about the same time as this machine', async () => {
    expect((await run(checkClock, { ...stripeSettings(stripe), DEMO: '1' }))[0]).toMatch(/^ok .*Stripe\.$/)
    expect([500, -5000, 90_000].map((ms) => differenceTo('Stripe', ms).level)).toEqual(['ok', 'warn', 'fail'])
    const gone = { ...stripeSettings(stripe), STRIPE_API_BASE: 'http://127.0.0.1:1', DEMO: '1' }
    expect((await run(checkClock, gone))[0]).toMatch(/^warn The time of Stripe cannot be read/)
  })
})
