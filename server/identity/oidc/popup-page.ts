import { oidcChannel } from '#contract/values/oidc.ts'
import type { Finished } from './finish-login.ts'

/** The path of the script of the page that ends a login in a popup. */
export const POPUP_SCRIPT_PATH = '/api/auth/oidc/popup.js'

/** The time in milliseconds after which the popup closes itself, if the page that opened it has not closed it. */
const CLOSE_MS = 300

/**
 * Sends the outcome of the login to the page that opened the popup. A `BroadcastChannel` also works if the issuer has cut
 * off the popup from its opener with `Cross-Origin-Opener-Policy`.
 */
export const popupScript = `const { channel, outcome } = document.documentElement.dataset
new BroadcastChannel(channel).postMessage(outcome)
setTimeout(close, ${CLOSE_MS})
`

/**
 * Returns the page that a popup shows for a moment after the login. The content security policy forbids inline scripts.
 */
export function popupPage({ outcome, state }: Pick<Finished, 'outcome' | 'state'>): string {
  return `<!doctype html><html lang="en" data-channel="${oidcChannel(state)}" data-outcome="${outcome}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Log In</title><script src="${POPUP_SCRIPT_PATH}" defer></script></head><body><main><h1>Log In</h1><p>You can close this window.</p></main></body></html>`
}
