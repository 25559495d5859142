import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OWN_MAIL_IDS } from '#contract/values/contact.ts'
import { readConfig } from './config.ts'
import { SettingError } from './platform/environment.ts'

describe('settings', () => {
  test('name the Firebase project of a shop that is no demo', () => {
    const project = { IDENTITY: 'firebase', FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'crema' }
    const firebase = { apiKey: 'key', projectId: 'crema', apiBase: null }
    expect(readConfig({ ...project, PUBLIC_URL: 'https://shop.example' })).toMatchObject({ firebase })
    for (const env of [{}, { IDENTITY: 'own' }, { ...project, IDENTITY: '' }])
      expect(readConfig(env).firebase).toBeNull()
    for (const demo of [project, { ...project, PUBLIC_URL: 'https://shop.example', DEMO: '1' }])
      expect(() => readConfig(demo)).toThrow(/^IDENTITY=firebase cannot be used by a demo shop/)
  })

  test('let no real shop use a replacement of Firebase, and no shop the emulator', () => {
    const env = { IDENTITY: 'firebase', FIREBASE_API_KEY: 'key', FIREBASE_PROJECT_ID: 'crema', DEMO: '0' }
    const apiBase = 'http://127.0.0.1:9099'
    expect(readConfig({ ...env, FIREBASE_API_BASE: apiBase }).firebase?.apiBase).toBe(apiBase)
    const real = { ...env, PUBLIC_URL: 'https://shop.example' }
    expect(() => readConfig({ ...real, FIREBASE_API_BASE: apiBase })).toThrow(
      /^FIREBASE_API_BASE is for tests/,
    )
    for (const shop of [env, real])
      expect(() => readConfig({ ...shop, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' })).toThrow(
        /^FIREBASE_AUTH_EMULATOR_HOST cannot be used, because the tokens of the emulator are not signed/,
      )
  })

  test('have defaults for a demo shop on this machine', () => {
    expect(readConfig({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('./data'),
      databaseUrl: null,
      publicUrl: 'http://localhost:3000',
      publicUrlIsDefault: true,
      demo: true,
      trustProxy: false,
      mail: { origin: null, ...OWN_MAIL_IDS },
      tokenSyncUrl: null,
      smtp: null,
      images: { store: 'disk' },
      payments: { gateway: 'instant', stripe: null },
    })
  })

  test('are read from the environment', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      PORT: '80',
      DATA_DIR: '/srv/crema',
      DATABASE_URL: 'postgres://crema:pw@db/crema',
      DATABASE_CONNECTIONS: '20',
      DATABASE_PREPARE: '0',
      PUBLIC_URL: 'https://coffee.example/',
      TRUST_PROXY: '1',
      TOKEN_SYNC_URL: 'https://sync.example/tokens',
      SMTP_URL: 'smtp://mail.example',
      MAIL_FROM: '"Hill, Roasters" <shop@coffee.example>',
      MAIL_TO: 'owner@coffee.example',
      EMAILJS_PUBLIC_KEY: 'key',
      EMAILJS_SERVICE_ID: 'service',
      EMAILJS_TEMPLATE_ID: 'template',
      IMAGE_STORE: 'imgbb',
      IMGBB_KEY: 'picture key',
    })
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 80,
      dataDir: '/srv/crema',
      databaseUrl: 'postgres://crema:pw@db/crema',
      postgres: { connections: 20, prepares: false },
      publicUrl: 'https://coffee.example',
      publicUrlIsDefault: false,
      demo: false,
      trustProxy: true,
      mail: {
        origin: 'https://api.emailjs.com',
        publicKey: 'key',
        serviceId: 'service',
        templateId: 'template',
      },
      tokenSyncUrl: 'https://sync.example/tokens',
      smtp: {
        url: 'smtp://mail.example',
        from: { name: 'Hill, Roasters', address: 'shop@coffee.example' },
        to: 'owner@coffee.example',
      },
      images: { store: 'imgbb', key: 'picture key' },
    })
  })

  test('enable the demo by default without a public address only, and `DEMO` overrides that', () => {
    expect(readConfig({ PUBLIC_URL: 'https://coffee.example' }).demo).toBe(false)
    expect(readConfig({ PUBLIC_URL: 'https://coffee.example', DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DEMO: '0' }).demo).toBe(false)
  })

  test('name a bucket for pictures', () => {
    const env = {
      IMAGE_STORE: 's3',
      S3_ENDPOINT: 'https://store.example/s3/',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    const bucket = {
      endpoint: 'https://store.example/s3',
      region: 'us-east-1',
      bucket: 'pictures',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      publicUrl: null,
    }
    expect(readConfig(env).images).toEqual({ store: 's3', bucket })
    const elsewhere = { ...env, S3_REGION: 'auto', S3_PUBLIC_URL: 'https://pictures.example/a/' }
    expect(readConfig(elsewhere).images).toEqual({
      store: 's3',
      bucket: { ...bucket, region: 'auto', publicUrl: 'https://pictures.example/a' },
    })
  })

  const realShop = { PUBLIC_URL: 'https://coffee.example' }
  const keys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

  test('choose Stripe for a real shop with a key, and paying later for one without', () => {
    for (const env of [realShop, { DEMO: '0' }])
      expect(readConfig(env).payments).toEqual({ gateway: 'later', stripe: null })
    const stripe = { secretKey: 'sk_live_1', webhookSecret: 'whsec_1', apiBase: null }
    expect(readConfig({ ...realShop, ...keys }).payments).toEqual({ gateway: 'stripe', stripe })
    expect(readConfig({ ...realShop, ...keys, PAYMENT_GATEWAY: 'later' }).payments).toEqual({
      gateway: 'later',
      stripe,
    })
  })

  test('use the instant gateway for a demo, also with a key', () => {
    for (const env of [{}, keys, { ...realShop, DEMO: '1' }])
      expect(readConfig(env).payments.gateway).toBe('instant')
  })

  test('refuse the instant gateway to every shop that is no demo', () => {
    for (const env of [realShop, { DEMO: '0' }])
      expect(problemWith({ ...env, PAYMENT_GATEWAY: 'instant' }).message).toBe(
        'PAYMENT_GATEWAY=instant accepts every payment without money, so only a demo shop can use it: choose "later" or "stripe".',
      )
  })

  test('allow the instant gateway to a test without a public address', () => {
    const forTests = { DEMO: '0', PAYMENT_GATEWAY: 'instant-for-tests' }
    expect(readConfig(forTests).payments.gateway).toBe('instant')
    expect(problemWith({ ...forTests, ...realShop }).message).toMatch(/^PAYMENT_GATEWAY must be "instant"/)
  })

  test('refuse an empty webhook secret beside a key', () => {
    for (const secret of [{}, { STRIPE_WEBHOOK_SECRET: '' }, { STRIPE_WEBHOOK_SECRET: '  ' }])
      expect(problemWith({ STRIPE_SECRET_KEY: 'sk_live_1', ...secret }).message).toBe(
        'STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET beside it.',
      )
  })

  test('that are empty have their defaults', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', SMTP_URL: '' })).toEqual(readConfig({}))
  })

  const client = { OIDC_CLIENT_ID: 'crema', OIDC_CLIENT_SECRET: 'secret' }

  test('name an OpenID Connect issuer after its host, if it has no other name', () => {
    const issuer = 'https://id.example/realms/coffee'
    const settings = { issuer, clientId: 'crema', clientSecret: 'secret' }
    const env = { ...client, OIDC_ISSUER: issuer }
    expect(readConfig(env).oidc).toEqual({ ...settings, name: 'id.example' })
    expect(readConfig({ ...env, OIDC_NAME: 'Coffee ID' }).oidc?.name).toBe('Coffee ID')
    expect(readConfig({}).oidc).toBe(null)
  })

  test.each([
    ['PORT', { PORT: 'eighty' }],
    ['PORT', { PORT: '65536' }],
    ['PORT', { PORT: '-1' }],
    ['PORT', { PORT: '80.5' }],
    ['DEMO', { DEMO: 'yes' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'coffee.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'ftp://coffee.example' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db/crema' }],
    ['SECRETS', { SECRETS: 'x'.repeat(31) }],
    ['SECRETS', { SECRETS: `${'x'.repeat(32)},` }],
    ['SECRETS', { SECRETS: `session:${'x'.repeat(43)},device:${'x'.repeat(43)}` }],
    ['SECRETS', { SECRETS: `${'x'.repeat(32)},tokenKey:short` }],
    ['DATABASE_CONNECTIONS', { DATABASE_CONNECTIONS: '1' }],
    ['DATABASE_PREPARE', { DATABASE_PREPARE: 'no' }],
    ['TOKEN_SYNC_URL', { TOKEN_SYNC_URL: 'javascript:alert(1)' }],
    ['SMTP_URL', { SMTP_URL: 'mail.example', MAIL_FROM: 'a@b', MAIL_TO: 'a@b' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example', MAIL_TO: 'a@b' }],
    ['SMTP_URL', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b' }],
    ['MAIL_TO', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b', MAIL_TO: 'a@b, c@d' }],
    ['MAIL_TO', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b', MAIL_TO: 'Ada <a@b>' }],
    ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Hill <a@b>, c@d', MAIL_TO: 'a@b' }],
    ['EMAILJS_TEMPLATE_ID', { EMAILJS_PUBLIC_KEY: 'key', EMAILJS_SERVICE_ID: 'service' }],
    ['PAYMENT_GATEWAY', { PAYMENT_GATEWAY: 'barter' }],
    ['PAYMENT_GATEWAY', { PAYMENT_GATEWAY: 'instant', PUBLIC_URL: 'https://coffee.example' }],
    ['STRIPE_SECRET_KEY', { PAYMENT_GATEWAY: 'stripe' }],
    ['STRIPE_WEBHOOK_SECRET', { STRIPE_SECRET_KEY: 'sk_test_1' }],
    ['STRIPE_SECRET_KEY', { STRIPE_WEBHOOK_SECRET: 'whsec_1' }],
    ['STRIPE_API_BASE', { STRIPE_API_BASE: 'ftp://127.0.0.1' }],
    ['IMAGE_STORE', { IMAGE_STORE: 'attic' }],
    ['IMGBB_KEY', { IMAGE_STORE: 'imgbb' }],
    ['S3_ENDPOINT', { IMAGE_STORE: 's3' }],
    ['S3_ENDPOINT', { IMAGE_STORE: 's3', S3_ENDPOINT: 'store.example' }],
    ['S3_BUCKET', { IMAGE_STORE: 's3', S3_PUBLIC_URL: 'https://pictures.example' }],
    ['S3_PUBLIC_URL', { IMAGE_STORE: 's3', S3_PUBLIC_URL: 'pictures.example' }],
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://id.example' }],
    ['OIDC_ISSUER', { OIDC_NAME: 'Coffee ID' }],
    ['IDENTITY=firebase', { ...client, OIDC_ISSUER: 'https://id.example', IDENTITY: 'firebase' }],
    ['OIDC_ISSUER', { ...client, OIDC_ISSUER: 'id.example' }],
    ['OIDC_ISSUER', { ...client, OIDC_ISSUER: 'http://id.example' }],
  ])('with a wrong %s are refused in one sentence that names it: %j', (name, env) => {
    const problem = problemWith(env)
    expect(problem).toBeInstanceOf(SettingError)
    expect(problem.message).toMatch(new RegExp(`^[^.]*${name}.*\\.$`))
    expect(problem.message).not.toContain('\n')
  })

  test('do not reveal the password of a wrong address in the error', () => {
    expect(problemWith({ DATABASE_URL: 'mysql://root:hunter2@db' }).message).not.toContain('hunter2')
  })
})

function problemWith(env: Record<string, string>): Error {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('It was taken.')
}
