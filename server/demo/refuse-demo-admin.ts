import { demoAccounts } from '#contract/demo.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/tables.ts'
import { isAdminHere } from './queries.ts'

const { email } = demoAccounts.admin

/** Keeps a shop that is no demo closed while the demo's administrator, whose password everybody knows, runs it. */
export async function refuseDemoAdmin({ read }: Database<Tables>): Promise<void> {
  if (!(await isAdminHere(read, email))) return
  throw new Error(`These are the books of a demo shop, where ${email} is an administrator with a password that everybody knows: choose another DATA_DIR or DATABASE_URL, or set DEMO=1.`)
}
