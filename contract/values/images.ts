/*
 * The URLs of pictures that the shop itself stores: `/images/<id>-<width>.<format>`. An id is 16 hexadecimal digits of
 * a hash of the content, a hyphen, and the colour that is shown until the picture has loaded (6 hexadecimal digits). So
 * a page can derive this colour, and the URLs of the other sizes, from any of the URLs.
 */
export const IMAGE_WIDTHS = [240, 480, 800, 1200] as const
export const IMAGE_FORMATS = ['avif', 'webp'] as const
export const IMAGE_FILE = /^([0-9a-f]{16}-([0-9a-f]{6}))-(\d{2,4})\.(avif|webp)$/

/**
 * Returns the URL that the catalogue uses for a picture that the shop itself stores: the WebP file that is 800 pixels
 * wide.
 */
export function imageAddress(id: string): string {
  return `/images/${id}-800.webp`
}

/**
 * Returns the id and the placeholder colour from the URL of a picture that the shop itself stores. Returns null for
 * any other URL.
 */
export function parseImageAddress(address: string): { id: string; colour: string } | null {
  const match = address.startsWith('/images/') ? IMAGE_FILE.exec(address.slice('/images/'.length)) : null
  return match ? { id: String(match[1]), colour: `#${match[2]}` } : null
}
