import { Problem } from '#contract/errors.ts'
import { networksOf } from '#server/platform/http/address.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import { queueingFor } from '#server/platform/http/fair-queue.ts'
import type { Bucket } from '#server/platform/http/rate-limits.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { Http, IdentityProvider, PasswordChange } from './provider/identity-provider.ts'
import { findUserBySubject } from './queries.ts'

/**
 * The rate limit of changes with a wrong current password: ten at once, then one a minute. Without it, a person who has
 * stolen a session could guess the password.
 */
const WRONG_PASSWORDS: Bucket = { burst: 10, refillMs: 60_000 }

type Setup = { database: ShopDatabase; provider: IdentityProvider; limits: SharedLimits }
type Request = { http: Http; person: SessionPerson; change: PasswordChange }

/**
 * Changes the password of the signed-in person if the request contains the current password. All other sessions of the
 * account end, and their access tokens stop working.
 */
export async function changePassword(
  { database, provider, limits }: Setup,
  { http, person, change }: Request,
): Promise<true | Problem> {
  const counted = [{ bucket: WRONG_PASSWORDS, key: `change password of ${person.subject}` }]
  if (!(await limits.takeAll(counted))) return new Problem('too-many-requests')
  const requester = { isKnown: true, networks: networksOf(http.request.ip) }
  const changed = await queueingFor(requester, () => provider.changePassword(http, change)).catch(
    async (error: unknown) => {
      await limits.giveAllBack(counted)
      throw error
    },
  )
  if (changed instanceof Problem) return changed
  await database.write(async ({ tx, publish }) => {
    const user = await findUserBySubject(tx, person.subject)
    if (user) publish({ type: 'user-changed', userId: user.id })
  })
  await limits.giveAllBack(counted)
  return true
}
