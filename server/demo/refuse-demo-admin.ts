import { demoAccounts } from '#contract/values/demo.ts'
import { isAdminHere } from './queries.ts'
import type { ShopDatabase } from '#server/shop-database.ts'

const { email } = demoAccounts.admin

/** Throws if a shop that does not run in demo mode still has the demo shop's admin, whose password is public. */
export async function refuseDemoAdmin({ read }: ShopDatabase): Promise<void> {
  if (!(await isAdminHere(read, email))) return
  throw new Error(
    `These are the books of a demo shop, where ${email} is an administrator with a password that everyone knows: choose another DATA_DIR or DATABASE_URL, or set DEMO=1.`,
  )
}
