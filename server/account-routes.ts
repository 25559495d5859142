import { isPaying } from './account/delete-account.ts'
import { ownAccountRoutes } from './account/routes.ts'
import type { Domains } from './domains.ts'
import { forgetUser } from './forget-user.ts'
import { factorRoutes } from './identity/factors/routes.ts'
import { oidcRoutes } from './identity/oidc/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { userRoutes } from './identity/users/routes.ts'
import type { CallsSetup } from './platform/http/calls.ts'

/** Adds the routes for signing in, for people's own accounts, and for the admins' list of users. */
export function serveAccounts(
  setup: CallsSetup,
  { identity, profiles }: Pick<Domains, 'identity' | 'profiles'>,
): void {
  const { database } = identity
  identityRoutes(setup, identity)
  oidcRoutes(setup, identity.oidc)
  factorRoutes(setup, {
    identity,
    shopName: async () => (await profiles.current()).profile.name,
  })
  userRoutes(setup, { database, forgetUser, isPaying })
  ownAccountRoutes(setup, { identity, forgetUser })
}
