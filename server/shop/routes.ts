import { shopCalls } from '#contract/shop/calls.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { changeOpening } from './change-opening.ts'
import { discardDraft, publishDraft, saveDraft } from './edit-profile.ts'
import { renderMarkdown } from './markdown.ts'
import { readEditedProfile, readOpening } from './stored-settings.ts'

export function shopRoutes(setup: CallsSetup, shop: { database: ShopDatabase; demo: boolean }): void {
  const { database, demo } = shop
  serveCalls(setup, shopCalls, {
    'GET /shop/profile': () => readEditedProfile(database.read, demo),
    'PUT /shop/profile/draft': ({ body }) => saveDraft(shop, body),
    'POST /shop/profile/publish': ({ caller, body }) => publishDraft(shop, caller, body.version),
    'DELETE /shop/profile/draft': ({ caller, query }) => discardDraft(shop, caller, Number(query.version)),
    'GET /shop/opening': async () => {
      const { value: opening, version } = await readOpening(database.read, demo)
      return { opening, version }
    },
    'PUT /shop/opening': ({ caller, body }) => changeOpening(shop, caller, body),
    'POST /shop/legal/preview': async ({ body }) => ({ html: await renderMarkdown(body.text) }),
  })
}
