import { Problem } from '#contract/errors.ts'
import { legalCalls } from '#contract/shop/calls.ts'
import type { LegalText } from '#contract/shop/calls.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { EncodedResponse, JSON_KIND, ResponseCache } from '#server/platform/http/response-cache.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { renderMarkdown } from './markdown.ts'
import type { CurrentShop, ShopProfiles } from './shop-profiles.ts'

/** Returns the text of a legal page as HTML. Returns null if there is no such page, or if its text is empty. */
export async function findLegalText({ profile, page }: CurrentShop, name: string): Promise<LegalText | null> {
  const found = page.legalPages.find((known) => known === name)
  return found ? { page: found, html: await renderMarkdown(profile.legal[found]) } : null
}

type LegalSetup = { profiles: ShopProfiles; events: ShopDatabase['events'] }

/** Adds the calls that return legal texts. The responses with HTML are kept until an admin changes the settings. */
export function legalRoutes(setup: CallsSetup, { profiles, events }: LegalSetup): void {
  const made = new ResponseCache()
  events.onType('settings-changed', () => made.invalidateAll())
  serveCalls(setup, legalCalls, {
    'GET /legal/{page}': async ({ params }) => {
      const shop = await profiles.current()
      const page = shop.page.legalPages.find((known) => known === params.page)
      if (!page) return new Problem('not-found')
      // The settings may have changed since they were read. The text is then cached under the old version.
      return made.get(
        `${page} ${shop.version}`,
        async () => new EncodedResponse(JSON.stringify(await findLegalText(shop, page)), JSON_KIND),
      )
    },
    'GET /notice': async () => ({ text: (await profiles.current()).profile.notice.pictureText }),
  })
}
