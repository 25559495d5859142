import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoAccounts } from '#contract/values/demo.ts'
import type { IdentityProvider } from '#server/identity/provider/identity-provider.ts'
import { newId, now } from '#server/platform/clock.ts'
import type { UserRow } from '#server/tables.ts'
import { demoCatalogue } from './demo-catalogue.ts'
import type { Pictures } from './demo-catalogue.ts'
import { demoHistory } from './demo-orders.ts'
import { findIdentity, insertDemo, isEmpty, removeIncompleteAccount } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

export type DemoSetup = {
  database: ShopDatabase
  provider: IdentityProvider
  /** Stores a file of a picture, as `PictureFiles` does. */
  addPicture: (name: string, bytes: Buffer) => Promise<void>
  folder: string
}

/**
 * Loads the demo shop (accounts, catalogue, pictures and past orders) into an empty database. Does nothing if the
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

async function loadIfEmpty({ database, provider, folder }: DemoSetup): Promise<void> {
  if (!(await isEmpty(database.read))) return
  const pictures: Pictures = JSON.parse(readFileSync(join(folder, 'pictures.json'), 'utf8'))
  const admin = await demoUser({ database, provider }, demoAccounts.admin, 'Admin')
  const shopper = await demoUser({ database, provider }, demoAccounts.shopper, null)
  const catalogue = demoCatalogue(admin.id, pictures)
  const history = demoHistory([shopper, admin], catalogue)
  await database.write(async ({ tx, publish }) => {
    if (!(await isEmpty(tx))) return
    await insertDemo(tx, { ...catalogue, ...history })
    publish({ type: 'catalogue-changed' })
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
 * interrupted may have created the account already. A complete account is then used, and an incomplete account is
 * replaced.
 */
async function demoUser(
  { database, provider }: Pick<DemoSetup, 'database' | 'provider'>,
  account: Account,
  role: UserRow['role'],
): Promise<UserRow> {
  const known = await findIdentity(database.read, account.email)
  if (!known) await database.write(({ tx }) => removeIncompleteAccount(tx, account.email))
  const subject = known?.id ?? (await provider.createAccount(account))
  const { name, email } = account
  return { id: newId(), subject, email, name, role, created_at: now(), archived_at: null, grind: null }
}
