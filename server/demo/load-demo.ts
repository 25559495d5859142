import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Insertable } from 'kysely'
import { demoAccounts } from '#contract/values/demo.ts'
import { createAccount } from '#server/identity/create-account.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { UserRow } from '#server/tables.ts'
import type { Db, ShopDatabase } from '#server/shop-database.ts'
import { demoCatalogue } from './demo-catalogue.ts'
import type { Pictures } from './demo-catalogue.ts'
import { demoHistory } from './demo-orders.ts'
import { demoSubscription } from './demo-subscription.ts'
import { insertDemo } from './insert-demo.ts'

export type DemoSetup = {
  database: ShopDatabase
  /** Stores a file of a picture. */
  addPicture: (name: string, bytes: Buffer) => Promise<void>
  folder: string
}

/**
 * Loads the demo shop (accounts, catalogue, pictures, past orders, a subscription and settings) into an empty database. Does nothing if the
 * database already has a user or a brand. If several processes call this function at the same time on one database,
 * their calls run one after the other.
 */
export async function loadDemo(setup: DemoSetup): Promise<void> {
  const { database, folder, addPicture } = setup
  if (!(await isEmpty(database.read))) return
  // The pictures are copied before the exclusive part, because a remote store may take long. Copying them twice does
  // no harm.
  await copyPictures(join(folder, 'pictures'), addPicture)
  await database.exclusively(() => loadIfEmpty(setup))
}

async function loadIfEmpty({ database, folder }: DemoSetup): Promise<void> {
  if (!(await isEmpty(database.read))) return
  const pictures: Pictures = JSON.parse(readFileSync(join(folder, 'pictures.json'), 'utf8'))
  const admin = await demoUser(database, demoAccounts.admin, 'Admin')
  const shopper = await demoUser(database, demoAccounts.shopper, null)
  const catalogue = demoCatalogue(admin.id, pictures)
  const history = demoHistory([shopper, admin], catalogue)
  const subscription = demoSubscription(history, shopper.id)
  await database.write(async ({ tx, publish }) => {
    if (!(await isEmpty(tx))) return
    await insertDemo(tx, { ...catalogue, ...history, subscription })
    publish({ type: 'catalogue-changed' })
    publish({ type: 'settings-changed' })
  })
}

/** The number of pictures' files that are copied at the same time. */
const COPIED_AT_ONCE = 16

async function copyPictures(from: string, addPicture: DemoSetup['addPicture']): Promise<void> {
  const names = readdirSync(from).values()
  const copyNext = async () => {
    for (const name of names) await addPicture(name, await readFile(join(from, name)))
  }
  await Promise.all(Array.from({ length: COPIED_AT_ONCE }, copyNext))
}

type Account = { name: string; email: string; password: string }

/**
 * Creates an account and returns a row of `users` for it, which is not inserted yet. An earlier start that was
 * interrupted may have created the account already, which is then used.
 */
async function demoUser(
  database: ShopDatabase,
  account: Account,
  role: UserRow['role'],
): Promise<Insertable<UserRow>> {
  const { name, email } = account
  const accounts = database.read.selectFrom('accounts').select('id').where('email', '=', email)
  const known = await accounts.executeTakeFirst()
  const subject = known?.id ?? (await createAccount(database, account))
  return { id: newId(), subject, email, name, role, created_at: now() }
}

/** Returns whether the database has neither users nor brands. */
async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  const brand = await db.selectFrom('brands').select('id').limit(1).executeTakeFirst()
  return !user && !brand
}

/** Throws if a shop that does not run in demo mode still has the demo shop's admin, whose password is public. */
export async function refuseDemoAdmin({ read }: ShopDatabase): Promise<void> {
  const { email } = demoAccounts.admin
  const admins = read.selectFrom('users').select('id').where('archived_at', 'is', null)
  if (!(await admins.where('email', '=', email).where('role', '=', 'Admin').executeTakeFirst())) return
  throw new Error(
    `These are the books of a demo shop, where ${email} is an administrator with a password that everyone knows: choose another DATA_DIR or DATABASE_URL, or set DEMO=1.`,
  )
}
