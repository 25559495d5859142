import { resolve } from 'node:path'
import { OWN_MAIL_IDS } from '#contract/values/contact.ts'
import type { MailSettings } from '#contract/values/contact.ts'
import { isNewEmail } from '#contract/values/limits.ts'
import { baseUrl, onOrOff, SettingError, text, url, wholeNumber } from './platform/environment.ts'
import type { Environment } from './platform/environment.ts'
import { firebaseSettings, oidcSettings } from './identity/read-settings.ts'
import type { FirebaseSettings, OidcSettings } from './identity/read-settings.ts'
import type { MailAddress, SmtpSettings } from './mail/mailer.ts'
import { DEFAULT_SETTINGS } from './platform/postgres/postgres-pool.ts'
import type { PostgresSettings } from './platform/postgres/postgres-pool.ts'
import { secretsOf } from './platform/secrets/secret-set.ts'
import type { SecretSet } from './platform/secrets/secret-set.ts'

/** The settings of the shop, after validation. `docs/settings.md` documents them. */
export type Config = {
  host: string
  port: number
  dataDir: string
  databaseUrl: string | null
  /** The secrets with which cookies and tokens are signed, or null if they are in the file `secrets.json`. */
  secrets: SecretSet | null
  postgres: PostgresSettings
  /**
   * Whether this process is the only one that writes to the database, so that it may cache what it has read. True for
   * SQLite, false for PostgreSQL.
   */
  isSingleInstance: boolean
  /** The time in milliseconds for which the shop still handles requests after it was told to close. */
  drainMs: number
  publicUrl: string
  publicUrlIsDefault: boolean
  demo: boolean
  trustProxy: boolean
  mail: MailSettings
  tokenSyncUrl: string | null
  smtp: (SmtpSettings & { to: string }) | null
  images: { store: 'disk' } | { store: 'imgbb'; key: string } | { store: 's3'; bucket: S3Settings }
  payments: PaymentSettings
  /** The years for which the orders of deleted users keep the customer's name and address. */
  keepOrdersYears: number
  /** The Firebase project that has the accounts, or null if the shop has them itself. */
  firebase: FirebaseSettings | null
  /** Whether admins and packers have their permissions only after logging in with a second factor or a passkey. */
  adminsNeedFactor: boolean
  /** The OpenID Connect issuer with which people can sign in, or null. */
  oidc: OidcSettings | null
}

/**
 * `gateway` is the name of the gateway for new payments. `stripe` is null if the shop has no key for Stripe. With a
 * key, payments that were started with Stripe are completed even if another gateway is used for new payments.
 */
type PaymentSettings = { gateway: 'instant' | 'later' | 'stripe'; stripe: StripeSettings | null }

/** Returns whether customers pay in the cart, without a checkout, because no money is moved. */
export function paysAtOnce({ payments }: Pick<Config, 'payments'>): boolean {
  return payments.gateway === 'instant'
}

/** `apiBase` is the URL of a program that replaces Stripe's API in tests, or null. */
type StripeSettings = { secretKey: string; webhookSecret: string; apiBase: string | null }

/** `endpoint` and `publicUrl` are addresses without a slash at the end. */
type S3Settings = {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  publicUrl: string | null
}

/** Reads and validates all settings. Throws a `SettingError` that names the first invalid setting. */
export function readConfig(env: Environment): Config {
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const port = wholeNumber(env, 'PORT', { fallback: 3000, max: 65_535 })
  const publicUrl = url(env, 'PUBLIC_URL', ['http:', 'https:'])
  const demo = onOrOff(env, 'DEMO', publicUrl === null)
  return {
    host: text(env, 'HOST') ?? '127.0.0.1',
    port,
    dataDir: resolve(text(env, 'DATA_DIR') ?? './data'),
    databaseUrl,
    secrets: secretsSetting(env),
    postgres: postgresSettings(env),
    isSingleInstance: databaseUrl === null,
    drainMs: 1000 * wholeNumber(env, 'DRAIN_SECONDS', { fallback: 0, max: 600 }),
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    publicUrlIsDefault: publicUrl === null,
    demo,
    trustProxy: onOrOff(env, 'TRUST_PROXY', false),
    mail: mailSettings(env),
    tokenSyncUrl: url(env, 'TOKEN_SYNC_URL', ['http:', 'https:']),
    smtp: smtpSettings(env),
    images: imageSettings(env),
    keepOrdersYears: wholeNumber(env, 'KEEP_ORDERS_YEARS', { fallback: 10, max: 100 }),
    payments: paymentSettings(env, { demo, isPublic: publicUrl !== null }),
    firebase: firebaseSettings(env, { demo, isReal: !demo && publicUrl !== null }),
    oidc: oidcSettings(env),
    adminsNeedFactor: onOrOff(env, 'ADMIN_SECOND_FACTOR', false),
  }
}

/** A secret of the shop, or one of its kinds as `npm run print-secrets` prints it. */
const SECRET = /^((session|device):.+|tokenKey:[\w-]{43}|[\w+/=-]{32,})$/

function secretsSetting(env: Environment): SecretSet | null {
  const entries = text(env, 'SECRETS')?.split(',')
  if (!entries) return null
  const secrets = entries.every((entry) => SECRET.test(entry)) ? secretsOf(entries) : null
  if (secrets) return secrets
  throw new SettingError(
    'SECRETS must be secrets with a comma between them, each of at least 32 letters and digits: make one with "openssl rand -base64 32".',
  )
}

function postgresSettings(env: Environment): PostgresSettings {
  const connections = wholeNumber(env, 'DATABASE_CONNECTIONS', {
    fallback: DEFAULT_SETTINGS.connections,
    max: 1000,
  })
  if (connections < 2) throw new SettingError('DATABASE_CONNECTIONS must be at least 2.')
  return { connections, prepares: onOrOff(env, 'DATABASE_PREPARE', true) }
}

function mailSettings(env: Environment): MailSettings {
  const names = ['EMAILJS_PUBLIC_KEY', 'EMAILJS_SERVICE_ID', 'EMAILJS_TEMPLATE_ID'] as const
  const [publicKey, serviceId, templateId] = names.map((name) => text(env, name))
  if (!publicKey && !serviceId && !templateId) return { origin: null, ...OWN_MAIL_IDS }
  if (!publicKey || !serviceId || !templateId)
    throw new SettingError(`${names.join(', ')} go together: set all three or none.`)
  return { origin: 'https://api.emailjs.com', publicKey, serviceId, templateId }
}

function imageSettings(env: Environment): Config['images'] {
  const store = text(env, 'IMAGE_STORE') ?? 'disk'
  if (store === 'disk') return { store }
  if (store === 's3') return { store, bucket: s3Settings(env) }
  if (store !== 'imgbb')
    throw new SettingError(`IMAGE_STORE must be "disk", "s3" or "imgbb", not "${store}".`)
  const key = text(env, 'IMGBB_KEY')
  if (!key) throw new SettingError('IMAGE_STORE=imgbb needs IMGBB_KEY beside it.')
  return { store, key }
}

const S3_NAMES = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function s3Settings(env: Environment): S3Settings {
  const endpoint = baseUrl(env, 'S3_ENDPOINT')
  const publicUrl = baseUrl(env, 'S3_PUBLIC_URL')
  const region = text(env, 'S3_REGION') ?? 'us-east-1'
  const [, bucket, accessKeyId, secretAccessKey] = S3_NAMES.map((name) => text(env, name))
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey)
    throw new SettingError(`IMAGE_STORE=s3 needs ${S3_NAMES.join(', ')} beside it.`)
  return { endpoint, region, bucket, accessKeyId, secretAccessKey, publicUrl }
}

const GATEWAYS = ['instant', 'later', 'stripe'] as const

/** The name with which tests use the gateway `instant` in a shop that is no demo. It must have no public URL. */
const INSTANT_FOR_TESTS = 'instant-for-tests'

/**
 * Reads the settings for payments. Only a demo shop can use the gateway `instant`, because this gateway moves no money.
 */
function paymentSettings(
  env: Environment,
  { demo, isPublic }: { demo: boolean; isPublic: boolean },
): PaymentSettings {
  const stripe = stripeSettings(env)
  const name = text(env, 'PAYMENT_GATEWAY')
  if (name === INSTANT_FOR_TESTS && !isPublic) return { gateway: 'instant', stripe }
  const gateway = name === null ? defaultGateway(demo, stripe) : GATEWAYS.find((known) => known === name)
  if (!gateway)
    throw new SettingError(`PAYMENT_GATEWAY must be "instant", "later" or "stripe", not "${name}".`)
  if (gateway === 'stripe' && !stripe)
    throw new SettingError('PAYMENT_GATEWAY=stripe needs STRIPE_SECRET_KEY beside it.')
  if (gateway === 'instant' && !demo)
    throw new SettingError(
      'PAYMENT_GATEWAY=instant accepts every payment without money, so only a demo shop can use it: choose "later" or "stripe".',
    )
  return { gateway, stripe }
}

function defaultGateway(demo: boolean, stripe: StripeSettings | null): PaymentSettings['gateway'] {
  if (demo) return 'instant'
  return stripe ? 'stripe' : 'later'
}

function stripeSettings(env: Environment): StripeSettings | null {
  const secretKey = text(env, 'STRIPE_SECRET_KEY')
  const webhookSecret = text(env, 'STRIPE_WEBHOOK_SECRET')
  const apiBase = url(env, 'STRIPE_API_BASE', ['http:', 'https:'])
  // Without the webhook secret, the shop could not tell forged events about payments from those of Stripe.
  if (secretKey && !webhookSecret)
    throw new SettingError('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET beside it.')
  if (webhookSecret && !secretKey)
    throw new SettingError('STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY beside it.')
  return secretKey && webhookSecret ? { secretKey, webhookSecret, apiBase } : null
}

function smtpSettings(env: Environment): Config['smtp'] {
  const address = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  if (address === null) return null
  const from = text(env, 'MAIL_FROM')
  const to = text(env, 'MAIL_TO')
  if (!from || !to) throw new SettingError('SMTP_URL needs MAIL_FROM and MAIL_TO beside it.')
  if (!isNewEmail(to))
    throw new SettingError(`MAIL_TO must be one email address, such as owner@shop.example, not "${to}".`)
  return { url: address, from: senderOf(from), to }
}

/** Reads an address with or without a name: `Hill Roasters <shop@hill.example>`. */
function senderOf(from: string): MailAddress {
  const [, name = '', address = from] = /^"?([^"<>]*?)"?\s*<([^<>]*)>$/.exec(from) ?? []
  if (isNewEmail(address)) return { name, address }
  throw new SettingError(
    `MAIL_FROM must be an email address, such as shop@shop.example, or a name with one in angle brackets, not "${from}".`,
  )
}
