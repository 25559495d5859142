/*
 * The addresses of the shop's own pictures: `/images/<id>-<width>.<format>`. An id is 16 hexadecimal digits of a hash
 * of the content, a hyphen, and the placeholder colour. From the address alone, a page knows the placeholder colour and
 * the addresses of all other sizes.
 */
export const IMAGE_WIDTHS = [240, 480, 800, 1200] as const
export const IMAGE_FORMATS = ['avif', 'webp'] as const
export const IMAGE_FILE = /^([0-9a-f]{16}-([0-9a-f]{6}))-(\d{2,4})\.(avif|webp)$/

/** Returns the address under which the catalogue refers to a picture of the shop's own store. */
export function imageAddress(id: string): string {
  return `/images/${id}-800.webp`
}

/** Returns the id and the placeholder colour of a picture of the shop's own store, or null for any other address. */
export function parseImageAddress(address: string): { id: string; colour: string } | null {
  const match = address.startsWith('/images/') ? IMAGE_FILE.exec(address.slice('/images/'.length)) : null
  return match ? { id: String(match[1]), colour: `#${match[2]}` } : null
}
