/**
 * The shop's own pictures. An address is `/images/<id>-<width>.<format>`, `<id>` is `<16 hex of the content's
 * hash>-<6 hex placeholder colour>`, so an address alone tells a page all it needs: nothing jumps, nothing is asked.
 */
export const IMAGE_WIDTHS = [240, 480, 800, 1200] as const
export const IMAGE_FORMATS = ['avif', 'webp'] as const
export const IMAGE_FILE = /^([0-9a-f]{16}-([0-9a-f]{6}))-(\d{2,4})\.(avif|webp)$/

/** The address of a picture of the shop's own store, as the catalogue keeps it. */
export function imageAddress(id: string): string {
  return `/images/${id}-800.webp`
}

/** The id and placeholder colour in an address of the shop's own store, or null for any other address. */
export function parseImageAddress(address: string): { id: string; colour: string } | null {
  const match = address.startsWith('/images/') ? IMAGE_FILE.exec(address.slice('/images/'.length)) : null
  return match ? { id: String(match[1]), colour: `#${match[2]}` } : null
}
