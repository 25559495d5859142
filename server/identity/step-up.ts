import type { Problem } from '#contract/errors.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import type { SharedLimits } from '#server/platform/limits/shared-limits.ts'
import type { Http, IdentityProvider } from './provider/identity-provider.ts'
import { countingWrongPasswordsOf } from './wrong-passwords.ts'

export type StepUpSetup = { provider: IdentityProvider; limits: SharedLimits }

/** The person who is signed in, with the password that was entered again. It is undefined if none was entered. */
export type StepUp = { http: Http; person: SessionPerson; password: string | undefined }

/**
 * Checks that the owner of the account is at the browser, and not another person who has found it signed in. It is used
 * before a change that could take the account away from its owner. Wrong passwords are limited.
 */
export function stepUp(
  { provider, limits }: StepUpSetup,
  { http, person, password }: StepUp,
): Promise<true | Problem> {
  const check = () => provider.confirm(http, password ?? null)
  return countingWrongPasswordsOf(person, { limits, http, check })
}
