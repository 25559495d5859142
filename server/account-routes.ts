import { isPaying } from './account/delete-account.ts'
import { ownAccountRoutes } from './account/routes.ts'
import type { Domains } from './domains.ts'
import { forgetUser } from './forget-user.ts'
import { oidcRoutes } from './identity/oidc/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { userRoutes } from './identity/users/routes.ts'
import type { CallsSetup } from './platform/http/calls.ts'

/** Adds the routes for signing in, for people's own accounts, and for the admins' list of users. */
export function serveAccounts(setup: CallsSetup, { identity }: Pick<Domains, 'identity'>): void {
  const { database } = identity
  identityRoutes(setup, identity)
  oidcRoutes(setup, identity.oidc)
  userRoutes(setup, { database, forgetUser, isPaying })
  ownAccountRoutes(setup, { identity, forgetUser })
}
