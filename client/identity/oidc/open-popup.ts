import { oidcChannel } from '#contract/values/oidc.ts'

/** A popup for a login. `open` navigates it to the issuer. */
export type Popup = Pick<Window, 'close' | 'closed'> & { location: { href: string } }

/**
 * How often the popup is checked, and how long after it was closed its outcome is still waited for, in milliseconds. The
 * popup sends the outcome shortly before it closes itself.
 */
const CHECK_MS = 200
const GRACE_MS = 1000

const SIZE = { width: 480, height: 680 }

/** Whether the browser has blocked a popup since the page was loaded. */
let isBlocked = false

/**
 * Opens an empty popup in the middle of the window. It must be called while the browser handles a click, because
 * browsers block all other popups. Returns `blocked` if the browser has blocked this one, too.
 *
 * Returns `redirect` if the login must leave the page instead: after a popup was blocked, and on phones and tablets,
 * where a popup is a tab that hides the page.
 */
export function openPopup(): Popup | 'blocked' | 'redirect' {
  if (isBlocked || matchMedia('(pointer: coarse)').matches) return 'redirect'
  const left = Math.max(0, window.screenX + (window.outerWidth - SIZE.width) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - SIZE.height) / 3)
  const features = `popup,width=${SIZE.width},height=${SIZE.height},left=${left},top=${top}`
  const popup = window.open('', '_blank', features)
  if (popup) return popup
  isBlocked = true
  return 'blocked'
}

/**
 * Resolves with the outcome of the login in the popup, or with null if the popup was closed before. `state` is the
 * `state` parameter of the login.
 *
 * If the issuer's page has cut off the popup with `Cross-Origin-Opener-Policy: same-origin`, the popup seems to be closed
 * while it is open. `onLate` is then called with the outcome.
 */
export function outcomeOf(
  popup: Popup,
  state: string,
  onLate: (outcome: string) => void,
): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>()
  const channel = new BroadcastChannel(oidcChannel(state))
  let isOver = false
  let closedFor = 0
  channel.addEventListener('message', ({ data }) => {
    channel.close()
    popup.close()
    if (isOver) onLate(String(data))
    else end(String(data))
  })
  const timer = setInterval(() => {
    if (popup.closed) closedFor += CHECK_MS
    if (closedFor >= GRACE_MS) end(null)
  }, CHECK_MS)
  return promise

  function end(outcome: string | null): void {
    isOver = true
    clearInterval(timer)
    resolve(outcome)
  }
}
