import { paysAtOnce } from './config.ts'
import type { Config } from './config.ts'
import type { Domains } from './domains.ts'
import { showOwnOrders } from './orders/own/list-own-orders.ts'
import type { PageSource } from './pages/built-pages.ts'
import { createPages } from './pages/pages.ts'
import { pageRoutes } from './pages/routes.ts'
import { searchRoutes } from './pages/sitemap.ts'
import type { CallsSetup } from './platform/http/calls.ts'
import { choicesFor } from './selling/read-selling.ts'
import { iconRoutes } from './shop/icon-routes.ts'
import { legalRoutes } from './shop/legal-texts.ts'
import { hasRunning } from './shop/sleep.ts'
import { listOwn } from './subscriptions/own/subscriptions-by-link.ts'

/**
 * Adds the routes of all pages, and of the icons and texts of the shop. The HTML of each page contains the settings that
 * browsers need.
 */
export function servePages(
  setup: CallsSetup,
  { database, catalogue, imageStore, payments, profiles, selling }: Domains,
  { config, source }: { config: Config; source: PageSource },
): void {
  const { demo, mail, tokenSyncUrl } = config
  const pages = createPages({
    source,
    catalogue,
    events: database.events,
    settings: {
      demo,
      paysAtOnce: paysAtOnce(config),
      mail,
      tokenSyncUrl,
      pictureBase: imageStore.publicUrl ?? '',
      sendsMail: config.smtp !== null,
      ...(config.firebase && { firebase: config.firebase }),
      oidcName: config.oidc?.name ?? null,
    },
    publicUrl: config.publicUrl,
    selling: () => selling.settings(),
    hasRunning: () => hasRunning(database.read),
    grinds: async () => choicesFor(await selling.settings(), paysAtOnce(config)),
    own: {
      subscriptions: async (user) => ({ subscriptions: await listOwn({ database, payments }, user) }),
      account: async (user) => ({ orders: await showOwnOrders(database, user, {}) }),
    },
    profiles,
    policy: imageStore.origin ? { img: [imageStore.origin] } : {},
  })
  const demoIcon = demo ? source.demoIcon : null
  const { events } = database
  iconRoutes(setup.app, { profiles, store: imageStore, events, demoIcon })
  legalRoutes(setup, { profiles, events })
  pageRoutes(setup, pages)
  searchRoutes(setup, { database, profiles, publicUrl: config.publicUrl })
}
