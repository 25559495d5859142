import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { EncodedResponse, ResponseCache, sendEncoded } from '#server/platform/http/response-cache.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { letterIcon, pngIcon, svgIcon } from './icons.ts'
import type { IconMark } from './icons.ts'
import type { CurrentShop, ShopProfiles } from './shop-profiles.ts'

export type IconSetup = {
  profiles: ShopProfiles
  store: ImageStore
  events: ShopDatabase['events']
  /** The icon of the demo shop as an SVG image, or null for a real shop. */
  demoIcon: string | null
}

export const MANIFEST_PATH = '/manifest.webmanifest'

/** How each icon is made of what it shows, by its path. Browsers accept a PNG file as `favicon.ico`. */
const ICONS = {
  '/favicon.svg': { type: 'image/svg+xml', make: svgIcon },
  '/favicon.ico': { type: 'image/png', make: (mark: IconMark) => pngIcon(mark, 48, 'browser') },
  '/apple-touch-icon.png': { type: 'image/png', make: (mark: IconMark) => pngIcon(mark, 180, 'homeScreen') },
  '/icon-192.png': { type: 'image/png', make: (mark: IconMark) => pngIcon(mark, 192, 'homeScreen') },
  '/icon-512.png': { type: 'image/png', make: (mark: IconMark) => pngIcon(mark, 512, 'homeScreen') },
}

/**
 * Adds the routes of the icons and of the web manifest. They are made from the shop's profile at the first request, and
 * kept until an admin changes the settings.
 */
export function iconRoutes(app: FastifyInstance, setup: IconSetup): void {
  const made = new ResponseCache()
  setup.events.onType('settings-changed', () => made.invalidateAll())
  for (const [path, { type, make }] of Object.entries(ICONS))
    serve(path, type, async (shop) => make(await markOf(shop, setup)))
  serve(MANIFEST_PATH, 'application/manifest+json; charset=utf-8', async (shop) => shopManifest(shop))

  function serve(path: string, type: string, make: (shop: CurrentShop) => Promise<string | Buffer>): void {
    app.get<Versioned>(path, async (request, reply) => {
      const shop = await setup.profiles.current()
      const cacheControl = cacheControlOf(request, shop)
      // The settings may have changed since they were read. What is made of them is then cached under the old version.
      const file = await made.get(
        `${path} ${shop.version} ${cacheControl}`,
        async () => new EncodedResponse(await make(shop), { type, cacheControl }),
      )
      // cast: the generic types of Fastify's requests differ only in the query.
      return sendEncoded(request as FastifyRequest, reply, file)
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

async function markOf({ profile }: CurrentShop, { store, demoIcon }: IconSetup): Promise<IconMark> {
  const picture = await readLogo(profile.logo, store)
  if (picture) return { picture }
  return { svg: (radius) => (profile.logo === '' && demoIcon) || letterIcon(profile, radius) }
}

/**
 * Reads the largest file of an uploaded logo from the picture store. Returns null if there is no logo, and for a logo at
 * an image hosting service: the server loads nothing from other sites.
 */
async function readLogo(logo: string, store: ImageStore): Promise<Buffer | null> {
  const image = parseImageAddress(logo)
  const file = image && (await store.find(`${image.id}-${Math.max(...IMAGE_WIDTHS)}.webp`))
  return file && buffer(file.read())
}

/**
 * Returns the web app manifest (https://www.w3.org/TR/appmanifest/) with which the shop can be put on a home screen.
 */
function shopManifest({ profile, version }: CurrentShop): string {
  const { name, tagline } = profile
  return JSON.stringify({
    name,
    short_name: name,
    ...(tagline !== '' && { description: tagline }),
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fbf6ec',
    theme_color: '#fbf6ec',
    icons: [192, 512].map((size) => ({
      src: `/icon-${size}.png?v=${version}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
    })),
  })
}
