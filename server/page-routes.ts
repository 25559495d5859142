import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Domains } from './domains.ts'
import type { PageSource } from './pages/page-source.ts'
import { createPages } from './pages/pages.ts'
import { pageRoutes } from './pages/routes.ts'
import type { Selling } from './selling/selling.ts'

type Parts = Pick<Domains, 'database' | 'catalogue' | 'imageStore' | 'profiles'> & {
  config: Config
  source: PageSource
  selling: Selling
}

/** Adds the routes of all pages. The HTML of each page contains the settings that browsers need. */
export function servePages(
  app: FastifyInstance,
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
    },
    hasCheckout: () => selling.hasCheckout(),
    profiles,
    policy: imageStore.origin ? { img: [imageStore.origin] } : {},
  })
  pageRoutes(app, pages)
}
