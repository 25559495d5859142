import type { Sharp } from 'sharp'

/** What the icons of a shop show: a picture, or an SVG image with corners of a radius in percent of the width. */
export type IconMark = { picture: Buffer } | { svg: (radius: number) => string }

/** The corners of an icon that browsers show as it is. Those of an icon for a home screen are cut by the system. */
const RADIUS = { browser: 22, homeScreen: 0 }

/** The widths of the pictures in an ICO file, in pixels. */
const ICO_SIZES = [16, 32, 48]

/** The width of the picture in an SVG icon that is made from a logo. */
const EMBEDDED_SIZE = 96

/** How each icon is made, by its path. */
const ICONS = {
  '/favicon.svg': { type: 'image/svg+xml', make: svgIcon },
  '/favicon.ico': { type: 'image/x-icon', make: icoIcon },
  '/apple-touch-icon.png': { type: 'image/png', make: (mark: IconMark) => homeScreenIcon(mark, 180) },
  '/icon-192.png': { type: 'image/png', make: (mark: IconMark) => homeScreenIcon(mark, 192) },
  '/icon-512.png': { type: 'image/png', make: (mark: IconMark) => homeScreenIcon(mark, 512) },
} as const satisfies Record<string, { type: string; make: (mark: IconMark) => Promise<string | Buffer> }>

export type IconPath = keyof typeof ICONS

// The cast restores the type of the keys, because Object.keys returns strings.
export const iconPaths = Object.keys(ICONS) as IconPath[]

/** Makes an icon. Resolves with its content and media type. */
export async function makeIcon(
  path: IconPath,
  mark: IconMark,
): Promise<{ type: string; body: string | Buffer }> {
  const { type, make } = ICONS[path]
  return { type, body: await make(mark) }
}

/** Browsers do not load files that an SVG icon refers to, so the picture of a logo is embedded in it. */
async function svgIcon(mark: IconMark): Promise<string> {
  if ('svg' in mark) return mark.svg(RADIUS.browser)
  const png = (await pngIcon(mark, EMBEDDED_SIZE)).toString('base64')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><clipPath id="corners"><rect width="100" height="100" rx="${RADIUS.browser}"/></clipPath><image width="100" height="100" clip-path="url(#corners)" href="data:image/png;base64,${png}"/></svg>`
}

async function homeScreenIcon(mark: IconMark, size: number): Promise<Buffer> {
  return (await drawn(mark, size, RADIUS.homeScreen)).flatten({ background: '#ecdcc4' }).png().toBuffer()
}

async function pngIcon(mark: IconMark, size: number): Promise<Buffer> {
  return (await drawn(mark, size, RADIUS.browser)).png().toBuffer()
}

async function drawn(mark: IconMark, size: number, radius: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  const input = 'svg' in mark ? Buffer.from(mark.svg(radius)) : mark.picture
  // An SVG image of 100 units is 100 px wide at the default density of 72.
  const options = 'svg' in mark ? { density: (72 * size) / 100 } : {}
  return sharp(input, options).resize(size, size)
}

/**
 * Returns an ICO file with PNG pictures: a header of 6 bytes, an entry of 16 bytes for each picture, and the pictures
 * (https://learn.microsoft.com/previous-versions/ms997538).
 */
async function icoIcon(mark: IconMark): Promise<Buffer> {
  const pictures = await Promise.all(ICO_SIZES.map((size) => pngIcon(mark, size)))
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, picture] of pictures.entries()) {
    const entry = 6 + 16 * index
    header.writeUInt8(ICO_SIZES[index] ?? 0, entry)
    header.writeUInt8(ICO_SIZES[index] ?? 0, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(picture.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += picture.length
  }
  return Buffer.concat([header, ...pictures])
}
