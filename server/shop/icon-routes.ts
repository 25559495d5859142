import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#contract/errors.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { accentStyles } from '#contract/values/contrast.ts'
import { IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import { StoreUnavailable } from '#server/media/store-unavailable.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { EncodedResponse, ResponseCache, sendEncoded } from '#server/platform/http/response-cache.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { iconPaths, makeIcon } from './icons.ts'
import type { IconMark } from './icons.ts'
import { LETTERS } from './letters.ts'
import { MANIFEST_PATH, shopManifest } from './manifest.ts'
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

/**
 * Reads the largest file of an uploaded logo from the picture store. Returns null if there is no logo, and for a logo at
 * an image hosting service: the server loads nothing from other sites.
 */
async function readLogo(logo: string, store: ImageStore): Promise<Buffer | null> {
  const image = parseImageAddress(logo)
  const file = image && (await store.find(`${image.id}-${Math.max(...IMAGE_WIDTHS)}.webp`))
  return file && buffer(file.read())
}

/** The colours of an icon without an accent colour: those of the design. */
const DESIGN = { '--color-primary': '#944a1b', '--color-primary-content': '#fff8ee' }

/** A coffee bean, for names that do not begin with a letter or digit of `LETTERS`. The icon is 100 wide and high. */
const BEAN =
  '<g transform="translate(50 50) rotate(-38) scale(.78)"><path d="M-44 0C-44-38 44-40 44-2C44 38-44 38-44 0Z"/><path d="M-37 4C-14-16 14 16 37-4" fill="none" stroke="BACK" stroke-width="8" stroke-linecap="round"/></g>'

/**
 * Returns the icon of a shop without a logo as an SVG image: the first letter of its name on its accent colour. `radius`
 * is that of the corners, in percent of the width. The letter is a path, because a server often has no fonts.
 */
function letterIcon({ name, accent }: Pick<ShopProfile, 'name' | 'accent'>, radius: number): string {
  const styles = accentStyles(accent)?.light ?? DESIGN
  const { '--color-primary': back, '--color-primary-content': ink } = styles
  const path = LETTERS[letterOf(name)]
  const mark = path === undefined ? BEAN.replace('BACK', back) : `<path d="${path}"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${radius}" fill="${back}"/><g fill="${ink}">${mark}</g></svg>`
}

/** Returns the first letter or digit of a name in upper case, without an accent. */
function letterOf(name: string): string {
  const [first = ''] = /[\p{L}\p{N}]/u.exec(name) ?? []
  return first.normalize('NFD').charAt(0).toUpperCase()
}
