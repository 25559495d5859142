import { paysAtOnce } from '#server/config.ts'
import type { Config } from '#server/config.ts'
import type { Domains } from '#server/domains.ts'
import { showOwnOrders } from '#server/orders/own/list-own-orders.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { choicesFor } from '#server/selling/read-selling.ts'
import { iconRoutes } from '#server/shop/icon-routes.ts'
import { legalRoutes } from '#server/shop/legal-texts.ts'
import { hasRunning } from '#server/shop/sleep.ts'
import { listOwn } from '#server/subscriptions/own/subscriptions-by-link.ts'
import type { PageSource } from './built-pages.ts'
import { createPages } from './pages.ts'
import { pageRoutes } from './routes.ts'
import { searchRoutes } from './sitemap.ts'

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
