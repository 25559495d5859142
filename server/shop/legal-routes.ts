import { Problem } from '#contract/errors.ts'
import { legalCalls } from '#contract/shop/legal.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { EncodedResponse, JSON_KIND, ResponseCache } from '#server/platform/http/response-cache.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { findLegalText } from './legal-texts.ts'
import type { ShopProfiles } from './shop-profiles.ts'

type LegalSetup = { profiles: ShopProfiles; events: ShopDatabase['events'] }

/** Adds the call that returns a legal text as HTML. The responses are kept until an admin changes the settings. */
export function legalRoutes(setup: CallsSetup, { profiles, events }: LegalSetup): void {
  const made = new ResponseCache()
  events.onType('settings-changed', () => made.invalidateAll())
  serveCalls(setup, legalCalls, {
    'GET /legal/{page}': async ({ params }) => {
      const shop = await profiles.current()
      const text = await findLegalText(shop, params.page)
      if (!text) return new Problem('not-found')
      // The settings may have changed since they were read. The text is then cached under the old version.
      return made.get(
        `${text.page} ${shop.version}`,
        async () => new EncodedResponse(JSON.stringify(text), JSON_KIND),
      )
    },
  })
}
