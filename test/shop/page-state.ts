import type { PageState } from '#contract/pages.ts'
import { DEFAULT_OPENING, DEFAULT_PROFILE, pageShopOf } from '#contract/shop/profile.ts'
import { OWN_MAIL_IDS } from '#contract/values/contact.ts'

/** Returns the state of a page of a real shop for a visitor. `settings` replaces some of its settings. */
export function visitorsPageState(settings: Partial<PageState['settings']> = {}): PageState {
  return {
    signedIn: false,
    settings: {
      demo: false,
      paysAtOnce: false,
      mail: { origin: null, ...OWN_MAIL_IDS },
      tokenSyncUrl: null,
      sendsMail: false,
      pictureBase: '',
      oidcName: null,
      delivers: false,
      hasWithdrawal: false,
      currency: 'USD',
      timeZone: 'UTC',
      shop: pageShopOf(DEFAULT_PROFILE, DEFAULT_OPENING),
      ...settings,
    },
  }
}
