import { hash } from 'node:crypto'
import type { OidcWay } from '#contract/values/oidc.ts'
import { newId } from '#server/platform/clock.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { Checks } from './issuer.ts'
import { deletePending, insertPending } from './queries.ts'

/**
 * A login that was started and has not come back from the issuer yet. `from` is the path of the page that required the
 * login. `linkTo` is the id of the account that is to be linked, or null if the person wants to sign in.
 */
export type PendingLogin = { checks: Checks; way: OidcWay; from: string; linkTo: string | null }

/** The time in milliseconds within which a login must come back from the issuer. */
export const PENDING_MS = 10 * 60 * 1000

/**
 * Stores a pending login, so that each instance of the server can complete it. `browser` is the secret in a cookie of
 * the browser. Only the hash of the secret is stored.
 */
export async function storePending(
  database: ShopDatabase,
  browser: string,
  login: PendingLogin,
): Promise<void> {
  const at = await database.time()
  await database.write(({ tx }) =>
    insertPending(tx, {
      id: newId(),
      identifier: identifierOf(browser, login.checks.state),
      value: JSON.stringify(login),
      created_at: new Date(at).toISOString(),
      updated_at: new Date(at).toISOString(),
      expires_at: new Date(at + PENDING_MS).toISOString(),
    }),
  )
}

/**
 * Returns the pending login of this browser with this `state`, and deletes it, so that a callback works only once.
 * Returns null if there is none, or if it has expired.
 */
export async function takePending(
  database: ShopDatabase,
  browser: string,
  state: string,
): Promise<PendingLogin | null> {
  const at = new Date(await database.time()).toISOString()
  const value = await database.write(({ tx }) =>
    deletePending(tx, { identifier: identifierOf(browser, state), at }),
  )
  // cast: only `storePending` writes rows with such an identifier.
  return value === null ? null : (JSON.parse(value) as PendingLogin)
}

function identifierOf(browser: string, state: string): string {
  return `oidc ${hash('sha256', `${browser} ${state}`, 'base64url')}`
}
