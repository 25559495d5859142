import { oidcRefusals } from '#contract/values/oidc.ts'
import type { PageSettings } from '#contract/pages.ts'
import type { OidcRefusal } from '#contract/values/oidc.ts'

/**
 * The texts for signing in with OpenID Connect. `name` is the name of the issuer, from the settings of the shop. A shop
 * that does not send mails cannot send a link for a new password.
 */
export const oidcWords = {
  continueWith: (name: string) => `Continue with ${name}`,
  opening: 'Opening the login…',
  failed: 'We could not log you in. Please try again.',
} as const

type Refusal = (name: string, shop: Pick<PageSettings, 'sendsMail'>) => string

const REFUSALS: Partial<Record<OidcRefusal, Refusal>> = {
  'expired': () => 'This login has expired or was used already. Please start it again.',
  'cancelled': (name) => `The login at ${name} was cancelled.`,
  'unreachable': (name) => `${name} cannot be reached at the moment. Please try again soon.`,
  'invalid': (name) => `We cannot accept the answer of ${name}. Please try again, or log in in another way.`,
  'no-email': (name) =>
    `${name} does not tell us an email address that we can use, which we need for your orders. Sign up with a password instead.`,
  'unconfirmed-there': (name) =>
    `${name} has not confirmed your email address. Confirm it there, and then try again.`,
  'unconfirmed-here': (name, { sendsMail }) =>
    `The email address of your account in this shop is not confirmed. ${sendsMail ? `Use “Forgot your password?” on the login page: a new password confirms the address. Then continue with ${name}.` : 'Write to us, and we will help.'}`,
  'taken': (name) =>
    `Your email address belongs to an account that is not linked with this account of ${name}. Log in in another way, or write to us.`,
  'needs-code': () => 'Enter the code of your app to go on.',
}

/** Returns the text for the outcome of a login that did not succeed. The outcome may come from a forged URL. */
export function refusalText(outcome: string, shop: Pick<PageSettings, 'oidcName' | 'sendsMail'>): string {
  const refusal = oidcRefusals.find((known) => known === outcome)
  return (refusal && REFUSALS[refusal]?.(shop.oidcName ?? '', shop)) ?? oidcWords.failed
}
