import { Problem } from '#contract/errors.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { cancelEmailChange } from './links/erase-links.ts'
import type { Http, IdentityProvider, PasswordChange } from './provider/identity-provider.ts'
import { findUserBySubject } from './queries.ts'
import { countingWrongPasswordsOf } from './wrong-passwords.ts'

type Setup = { database: ShopDatabase; provider: IdentityProvider; limits: SharedLimits }
type Request = { http: Http; person: SessionPerson; change: PasswordChange }

/**
 * Changes the password of the signed-in person if the request contains the current password. All other sessions of the
 * account end, and their access tokens stop working. A change of the email address that is not confirmed yet is
 * cancelled.
 */
export async function changePassword(
  { database, provider, limits }: Setup,
  { http, person, change }: Request,
): Promise<true | Problem> {
  const check = () => provider.changePassword(http, change)
  const changed = await countingWrongPasswordsOf(person, { limits, http, check })
  if (changed instanceof Problem) return changed
  await database.write(async ({ tx, publish }) => {
    const user = await findUserBySubject(tx, person.subject)
    if (!user) return
    await cancelEmailChange(tx, user.id)
    publish({ type: 'user-changed', userId: user.id })
  })
  return true
}
