import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { StoreUnavailable } from '#server/media/store-unavailable.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { EncodedResponse, ResponseCache, sendEncoded } from '#server/platform/http/response-cache.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { letterIcon } from './icon-marks.ts'
import { iconPaths, makeIcon } from './icons.ts'
import type { IconMark } from './icons.ts'
import { MANIFEST_PATH, shopManifest } from './manifest.ts'
import { readLogo } from './read-logo.ts'
import type { CurrentShop, ShopProfiles } from './shop-profiles.ts'

export type IconSetup = {
  profiles: ShopProfiles
  store: ImageStore
  events: ShopDatabase['events']
  /** The icon of the demo shop as an SVG image, or null for a real shop. */
  demoIcon: string | null
}

type File = { type: string; body: string | Buffer }

/**
 * Adds the routes of the icons and of the web manifest. They are made from the shop's profile at the first request, and
 * kept until an admin changes the settings.
 */
export function iconRoutes(app: FastifyInstance, setup: IconSetup): void {
  const files = new Map<string, (shop: CurrentShop) => Promise<File>>()
  for (const path of iconPaths) files.set(path, async (shop) => makeIcon(path, await markOf(shop, setup)))
  files.set(MANIFEST_PATH, async (shop) => ({
    type: 'application/manifest+json; charset=utf-8',
    body: shopManifest(shop),
  }))
  const made = new ResponseCache()
  setup.events.onType('settings-changed', () => made.invalidateAll())
  for (const [path, make] of files) {
    app.get<Versioned>(path, async (request, reply) => {
      const shop = await setup.profiles.current()
      const cacheControl = cacheControlOf(request, shop)
      // The settings may have changed since they were read. What is made of them is then cached under the old version.
      const file = made.get(`${path} ${shop.version} ${cacheControl}`, async () => {
        const { type, body } = await make(shop)
        return new EncodedResponse(body, { type, cacheControl })
      })
      return send(request, reply, file)
    })
  }
}

type Versioned = { Querystring: { v?: string } }

/**
 * Pages refer to these files with the version of the profile in the query. A browser may keep a file for ever if it has
 * asked for the current version.
 */
function cacheControlOf({ query }: FastifyRequest<Versioned>, { version }: CurrentShop): string {
  return query.v === String(version) ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** Sends a file. While the picture store is unavailable, the response has status 503. */
async function send(
  request: FastifyRequest<Versioned>,
  reply: FastifyReply,
  file: Promise<EncodedResponse>,
): Promise<FastifyReply> {
  try {
    // cast: the generic types of Fastify's requests differ only in the query.
    return sendEncoded(request as FastifyRequest, reply, await file)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return sendProblem(reply, new Problem('pictures-unavailable'))
  }
}

async function markOf({ profile }: CurrentShop, { store, demoIcon }: IconSetup): Promise<IconMark> {
  const picture = await readLogo(profile.logo, store)
  if (picture) return { picture }
  return { svg: (radius) => (profile.logo === '' && demoIcon) || letterIcon(profile, radius) }
}
