import { afterAll, beforeAll, vi } from 'vitest'
import type { Call } from '#contract/call.ts'
import { createShop } from '#server/app.ts'
import type { Parts, Shop } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { mailRequest } from '#server/identity/links/mail-limits.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { mint } from '#server/identity/tokens.ts'
import { openSecrets } from '#server/platform/secrets/open-secrets.ts'
import { cookiesOf, senderFor } from './calls.ts'
import type { Sender } from './calls.ts'
import { stockShelves } from './catalogue.ts'
import type { TestCatalogue } from './catalogue.ts'
import { plainPages } from './plain-pages.ts'
import { settingsOf } from './processes/run-command.ts'
import { instantPayments } from './selling/open-for-customers.ts'
import type { Store } from './stores.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

// This plugin refuses requests when the machine is busy, which would fail tests at random. It has tests of its own
// and is turned off in all others.
vi.mock('@fastify/under-pressure', () => ({ default: async () => undefined }))

/** A person with an account, a session and an access token. `call` and `send` send API requests as this person. */
export type TestPerson = Sender & {
  name: string
  email: string
  password: string
  userId: string
  token: string
  cookie: string
}

export type TestShop = Sender & {
  app: Shop['app']
  payments: Shop['payments']
  identity: Shop['identity']
  mailComposer: Shop['mailComposer']
  selling: Shop['selling']
  database: ShopDatabase
  /** The lines that the shop has logged so far. */
  log: string[]
  /** Signs up a new person with this name. */
  person: (name: string) => Promise<TestPerson>
  /** Signs up a new person and makes the person an admin, directly in the database. */
  admin: (name: string) => Promise<TestPerson>
  /** Signs up a new person and makes the person a packer in the same way. */
  packer: (name: string) => Promise<TestPerson>
  close: () => Promise<void>
}

/** How long a request for a mail takes in a real shop, in milliseconds. Test shops do not wait. */
export const usualMailMs = mailRequest.minMs

/** The settings of a shop that can send mails. No mail server listens at this URL, so that every mail stays queued. */
export const mailSettings = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'shop@coffee.example',
  MAIL_TO: 'owner@coffee.example',
}

export type Setting = Partial<Omit<Parts, 'config' | 'database' | 'secrets' | 'logStream'>> & {
  env?: Record<string, string>
}

/**
 * Opens a shop on the data in `store`, whose database must have all tables. The shop has no network port and runs no
 * background jobs. Several shops may share one `store`.
 */
export async function openTestShop(store: Store, { env = {}, ...parts }: Setting = {}): Promise<TestShop> {
  const config = readConfig({ DEMO: '0', ...instantPayments(env), ...settingsOf(store), ...env })
  const database = await openShopDatabase(config)
  const log: string[] = []
  const { app, payments, identity, mailComposer, selling } = await createShop({
    config,
    database,
    secrets: await openSecrets({ ...config, database }),
    source: plainPages,
    version: '1.2.3',
    logStream: { write: (line) => void log.push(line) },
    ...parts,
  })
  // Tests have no real gateway that too many requests could disturb.
  payments.jobTurn = async () => {}
  mailRequest.minMs = 0
  const person = (name: string) => signUp({ app, database, identity }, name)
  return {
    ...senderFor(app, () => ({})),
    app,
    payments,
    identity,
    mailComposer,
    selling,
    database,
    log,
    person,
    admin: async (name) => giveRole(database, 'Admin', await person(name)),
    packer: async (name) => giveRole(database, 'Packer', await person(name)),
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}

/**
 * A test shop with some products for all tests of a `describe` block. It is open in the tests, and in the hooks that
 * are registered after the call of `givenShop`.
 */
export type Given = TestShop & { store: Store; shelves: TestCatalogue }

/**
 * Opens a shop with some products on a new database before the tests of a `describe` block. Closes the shop and
 * removes its data after the tests.
 */
export function givenShop(fresh: () => Promise<Store>, setting: Setting = {}): Given {
  // cast: `beforeAll` assigns all properties before the first test runs.
  const given = {} as Given
  beforeAll(async () => {
    const store = await fresh()
    const shop = await openTestShop(store, setting)
    Object.assign(given, shop, { store, shelves: await stockShelves(shop.database) })
  })
  afterAll(async () => {
    await given.close()
    await given.store.dispose()
  })
  return given
}

type SignUpShop = Pick<TestShop, 'app' | 'database' | 'identity'>

async function signUp(shop: SignUpShop, name: string): Promise<TestPerson> {
  const { app } = shop
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@people.example`
  const password = `secret of ${name}`
  const unknown = senderFor(app, () => ({}))
  const signedUp = shop.identity.confirmsSignUps
    ? await unknown.call('POST /auth/confirm-sign-up', {
        body: { token: await pendingSignUp(shop.database, { name, email, password }), password },
      })
    : await unknown.call('POST /auth/sign-up', { body: { name, email, password } })
  const cookie = cookiesOf(signedUp)
  const credentials = { cookie, token: '' }
  const sender = senderFor(app, (call) => headersFor(call, credentials))
  const recorded = await sender.call('POST /users', { body: { name, email } })
  const { accessToken: token } = (await sender.call('GET /jwt', { query: { email } })).answer
  credentials.token = token
  return { ...sender, name, email, password, token, cookie, userId: String(recorded.answer.insertedId) }
}

/**
 * Stores a sign-up as if its link had been mailed, and returns the token in the link. The outbox stays as it was.
 */
async function pendingSignUp(
  database: ShopDatabase,
  { name, email, password }: Pick<TestPerson, 'name' | 'email' | 'password'>,
): Promise<string> {
  const data = { email, name, password: await hashPassword(password), browser: '' }
  const expiresAt = Date.now() + 60_000
  return database.write(({ tx }) => mint(tx, { kind: 'sign-up', owner: email, data, expiresAt }))
}

/**
 * Returns the headers that authenticate a person, as a browser sends them. API calls that require an access token get
 * the token, and all others get the cookies.
 */
function headersFor(
  { access }: Call,
  { cookie, token }: { cookie: string; token: string },
): Record<string, string> {
  const byToken = access !== 'public' && access !== 'session'
  return byToken ? { authorization: `Bearer ${token}` } : { cookie }
}

async function giveRole(
  database: ShopDatabase,
  role: 'Admin' | 'Packer',
  person: TestPerson,
): Promise<TestPerson> {
  await database.write(async ({ tx, publish }) => {
    await tx.updateTable('users').set({ role }).where('id', '=', person.userId).execute()
    publish({ type: 'user-changed', userId: person.userId })
  })
  return person
}
