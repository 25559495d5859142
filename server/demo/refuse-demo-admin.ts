import { demoAccounts } from '#contract/values/demo.ts'
import { isAdminHere } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const { email } = demoAccounts.admin

/** Throws if the demo's administrator, whose password is public, is an administrator of a shop that is not a demo. */
export async function refuseDemoAdmin({ read }: ShopDatabase): Promise<void> {
  if (!(await isAdminHere(read, email))) return
  throw new Error(
    `These are the books of a demo shop, where ${email} is an administrator with a password that everybody knows: choose another DATA_DIR or DATABASE_URL, or set DEMO=1.`,
  )
}
