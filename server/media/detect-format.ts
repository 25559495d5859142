/**
 * Detects the format of a picture from its first bytes. Returns null for a format that the shop does not accept, such
 * as SVG.
 */
export function detectFormat(bytes: Buffer): 'jpeg' | 'png' | 'webp' | 'avif' | null {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'jpeg'
  if (bytes.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))) return 'png'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  const brands = bytes.toString('latin1', 8, 32)
  if (bytes.toString('latin1', 4, 8) === 'ftyp' && /avif|avis/.test(brands)) return 'avif'
  return null
}
