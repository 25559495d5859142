import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { firebaseEnv, startFirebase } from '#test/firebase/firebase.ts'
import { startS3Server } from '#test/s3/s3-server.ts'
import { startSmtpServer } from '#test/stand-ins/smtp-server.ts'
import { startStripe, stripeSettings } from '#test/stripe/stripe.ts'
import { runCheck } from './check.ts'
import type { Check } from './check.ts'
import { checkClock, differenceTo } from './check-clock.ts'
import { checkFirebase } from './check-firebase.ts'
import { checkMail } from './check-mail.ts'
import { checkPictures } from './check-pictures.ts'

/** Runs a check with these settings. Returns its results as lines, such as `fail It is broken.`. */
async function run(check: Check, env: NodeJS.ProcessEnv): Promise<string[]> {
  const found = await runCheck(check, { config: readConfig(env), reach: false })
  return found.map(({ level, text }) => `${level} ${text}`)
}

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

test('Firebase is tried with reads: its keys, the key of the project, and the domain of the shop', async () => {
  expect(await run(checkFirebase, {})).toEqual([])
  const firebase = await startFirebase()
  const env = firebaseEnv(firebase)
  expect(await run(checkFirebase, env)).toEqual([
    'ok The keys that sign the tokens of Firebase can be read.',
    'ok Firebase accepts FIREBASE_API_KEY.',
  ])
  expect(firebase.calls).toEqual(['keys', 'projects'])
  firebase.fault = (call) => (call === 'keys' ? null : 'API key not valid.')
  expect((await run(checkFirebase, env))[1]).toMatch(/^fail .*API key not valid.* Copy the web API key/)
  firebase.fault = () => 'down'
  expect(await run(checkFirebase, env)).toEqual([
    expect.stringMatching(/^fail Firebase cannot be used: .*www\.googleapis\.com/),
    expect.stringMatching(/^fail Firebase cannot be used: .* Check the network/),
  ])
  firebase.fault = () => null
  firebase.authorizedDomains = ['shop.example']
  expect((await run(checkFirebase, env))[2]).toMatch(/^warn Firebase does not know localhost/)
  await firebase.close()
})

describe('Stripe', () => {
  let stripe: Awaited<ReturnType<typeof startStripe>>
  beforeAll(async () => {
    stripe = await startStripe()
  })
  afterAll(() => stripe.close())

  test('has about the same time as this machine', async () => {
    expect((await run(checkClock, { ...stripeSettings(stripe), DEMO: '1' }))[0]).toMatch(/^ok .*Stripe\.$/)
    expect([500, -5000, 90_000].map((ms) => differenceTo('Stripe', ms).level)).toEqual(['ok', 'warn', 'fail'])
    const gone = { ...stripeSettings(stripe), STRIPE_API_BASE: 'http://127.0.0.1:1', DEMO: '1' }
    expect((await run(checkClock, gone))[0]).toMatch(/^warn The time of Stripe cannot be read/)
  })
})

describe('a picture store with the API of S3', () => {
  let s3: Awaited<ReturnType<typeof startS3Server>>
  beforeAll(async () => {
    s3 = await startS3Server()
  })
  afterAll(() => s3.dispose())

  test('works, refuses the key, has no such bucket, or cannot be reached', async () => {
    expect(await run(checkPictures, s3.env)).toEqual(['ok A picture can be saved, read and deleted.'])
    expect(await run(checkPictures, { ...s3.env, S3_SECRET_ACCESS_KEY: 'wrong' })).toEqual([
      expect.stringMatching(/^fail .* 403 SignatureDoesNotMatch: check the settings S3_/),
    ])
    expect(await run(checkPictures, { ...s3.env, S3_BUCKET: 'none' })).toEqual([
      expect.stringMatching(/^fail .* 404 NoSuchBucket: check the settings S3_/),
    ])
    expect(await run(checkPictures, { ...s3.env, S3_ENDPOINT: 'http://127.0.0.1:1' })).toEqual([
      expect.stringMatching(/^fail The picture store at http:\/\/127.0.0.1:1 does not work/),
    ])
  })

  test('has about the same time as this machine', async () => {
    expect(await run(checkClock, s3.env)).toEqual([expect.stringMatching(/^ok .* the picture store\.$/)])
    const late = createServer((_, response) => {
      response.writeHead(403, { date: new Date(Date.now() - 600_000).toUTCString() }).end()
    }).listen(0, '127.0.0.1')
    await once(late, 'listening')
    // cast: `address()` returns an `AddressInfo` for a server that listens on a TCP port.
    const { port } = late.address() as AddressInfo
    expect(await run(checkClock, { ...s3.env, S3_ENDPOINT: `http://127.0.0.1:${port}` })).toEqual([
      expect.stringMatching(/^fail .* \d{3}\.\d s ahead of the picture store: turn on time synchronisation/),
    ])
    late.closeAllConnections()
    late.close()
  })
})
