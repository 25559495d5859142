import type { Config } from './config.ts'
import type { Domains } from './domains.ts'
import type { PageSource } from './pages/built-pages.ts'
import { cardRoutes } from './pages/cards/cards.ts'
import { createPages } from './pages/pages.ts'
import { pageRoutes } from './pages/routes.ts'
import { searchRoutes } from './pages/sitemap.ts'
import type { CallsSetup } from './platform/http/calls.ts'
import { iconRoutes } from './shop/icon-routes.ts'
import { legalRoutes } from './shop/legal-texts.ts'
import type { Selling } from './selling/selling.ts'

type Parts = Pick<Domains, 'database' | 'catalogue' | 'imageStore' | 'profiles'> & {
  config: Config
  source: PageSource
  selling: Selling
}

/**
 * Adds the routes of all pages, and of the icons and texts of the shop. The HTML of each page contains the settings that
 * browsers need.
 */
export function servePages(
  setup: CallsSetup,
  { database, catalogue, imageStore, profiles, config, source, selling }: Parts,
): void {
  const { demo, mail, tokenSyncUrl } = config
  const pages = createPages({
    source,
    catalogue,
    events: database.events,
    settings: {
      demo,
      mail,
      tokenSyncUrl,
      pictureBase: imageStore.publicUrl ?? '',
      sendsMail: config.smtp !== null,
      ...(config.firebase && { firebase: config.firebase }),
      oidcName: config.oidc?.name ?? null,
    },
    publicUrl: config.publicUrl,
    hasCheckout: () => selling.hasCheckout(),
    timeZone: async () => (await selling.settings()).timeZone,
    grinds: async () => (demo ? [] : (await selling.settings()).grinds),
    profiles,
    policy: imageStore.origin ? { img: [imageStore.origin] } : {},
  })
  const demoIcon = demo ? source.demoIcon : null
  const { events } = database
  iconRoutes(setup.app, { profiles, store: imageStore, events, demoIcon })
  legalRoutes(setup, { profiles, events })
  pageRoutes(setup, pages)
  cardRoutes(setup, { catalogue, events, profiles, store: imageStore })
  searchRoutes(setup, { database, profiles, publicUrl: config.publicUrl })
}
