/** The path of the redirect URI below `/api`, to which the issuer sends the browser after a login. */
export const OIDC_CALLBACK_PATH = '/auth/oidc/callback'

/**
 * The reasons for which a login at the issuer opens no session in the shop:
 *
 * - `expired`: the login was started in another browser or more than ten minutes ago, or was completed before.
 * - `cancelled`: the person did not log in at the issuer, or did not consent.
 * - `unreachable`: the issuer cannot be reached.
 * - `invalid`: the response of the issuer, or its ID token, failed a check.
 * - `no-email`: the issuer does not say which email address the person has.
 * - `unconfirmed-there`: the issuer has not confirmed the email address.
 * - `unconfirmed-here`: an account of the shop has the email address, but has not confirmed it.
 * - `taken`: an account has the email address, and is linked with another account of the issuer.
 * - `needs-code`: the account has a second factor, which the login page asks for.
 */
export const oidcRefusals = [
  'expired',
  'cancelled',
  'unreachable',
  'invalid',
  'no-email',
  'unconfirmed-there',
  'unconfirmed-here',
  'taken',
  'needs-code',
] as const

export type OidcRefusal = (typeof oidcRefusals)[number]

/**
 * The parameters of the URL to which the browser is redirected after a login. `outcome` is `done` or
 * an `OidcRefusal`. `from` is the path of the page that required the login.
 */
export const oidcReturn = { outcome: 'outcome', from: 'from' } as const

/** The outcome of a login that succeeded. */
export const OIDC_DONE = 'done'
