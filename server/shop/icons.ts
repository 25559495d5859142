import type { ShopProfile } from '#contract/shop/profile.ts'
import { accentStyles } from '#contract/values/contrast.ts'
import letters from './letters.json' with { type: 'json' }

/** What the icons of a shop show: a picture, or an SVG image with corners of a radius in percent of the width. */
export type IconMark = { picture: Buffer } | { svg: (radius: number) => string }

/** The corners of an icon that browsers show as it is. Those of an icon for a home screen are cut by the system. */
const RADIUS = { browser: 22, homeScreen: 0 }

/** The width of the picture in an SVG icon that is made from a logo. */
const EMBEDDED_SIZE = 96

/** Browsers do not load files that an SVG icon refers to, so the picture of a logo is embedded in it. */
export async function svgIcon(mark: IconMark): Promise<string> {
  if ('svg' in mark) return mark.svg(RADIUS.browser)
  const png = (await pngIcon(mark, EMBEDDED_SIZE, 'browser')).toString('base64')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><clipPath id="corners"><rect width="100" height="100" rx="${RADIUS.browser}"/></clipPath><image width="100" height="100" clip-path="url(#corners)" href="data:image/png;base64,${png}"/></svg>`
}

/** Returns an icon as a PNG picture of `size` x `size` px. Icons for a home screen have no transparent parts. */
export async function pngIcon(mark: IconMark, size: number, place: keyof typeof RADIUS): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const input = 'svg' in mark ? Buffer.from(mark.svg(RADIUS[place])) : mark.picture
  // An SVG image of 100 units is 100 px wide at the default density of 72.
  const options = 'svg' in mark ? { density: (72 * size) / 100 } : {}
  const icon = sharp(input, options).resize(size, size)
  return (place === 'homeScreen' ? icon.flatten({ background: '#ecdcc4' }) : icon).png().toBuffer()
}

/** The colours of an icon without an accent colour: those of the design. */
const DESIGN = { '--color-primary': '#944a1b', '--color-primary-content': '#fff8ee' }

/** A coffee bean, for names that begin with a letter without an outline. The icon is 100 wide and high. */
const BEAN =
  '<g transform="translate(50 50) rotate(-38) scale(.78)"><path d="M-44 0C-44-38 44-40 44-2C44 38-44 38-44 0Z"/><path d="M-37 4C-14-16 14 16 37-4" fill="none" stroke="BACK" stroke-width="8" stroke-linecap="round"/></g>'

/** The width of a letter and its outline as an SVG path, both in thousandths of its size. */
type Outline = [width: number, path: string]

/** The letters of the typeface Fraunces. They cover the Latin script. The cast is needed because JSON has no tuples. */
const outlines = letters as unknown as Record<string, Outline>

/** The size of the letter in an icon, and the width that it has at most. */
const [LETTER_SIZE, LETTER_WIDTH] = [80, 72]

/**
 * Returns the icon of a shop without a logo as an SVG image: the first letter of its name on its accent colour. `radius`
 * is that of the corners, in percent of the width. The letter is a path, because a server often has no fonts.
 */
export function letterIcon({ name, accent }: Pick<ShopProfile, 'name' | 'accent'>, radius: number): string {
  const styles = accentStyles(accent)?.light ?? DESIGN
  const { '--color-primary': back, '--color-primary-content': ink } = styles
  const letter = letterOf(name)
  const outline = outlines[letter]
  const mark = outline ? drawnLetter(outline) : BEAN.replace('BACK', back)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="${radius}" fill="${back}"/><g fill="${ink}">${mark}</g></svg>`
}

function drawnLetter([width, path]: Outline): string {
  const scale = Math.min(LETTER_SIZE / 1000, LETTER_WIDTH / width)
  // A capital is 0.7 of its size high.
  const [x, y] = [50 - (width * scale) / 2, 50 + 350 * scale]
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="${path}"/>`
}

/** Returns the first letter or digit of a name in upper case, without an accent. */
function letterOf(name: string): string {
  const [first = ''] = /[\p{L}\p{N}]/u.exec(name) ?? []
  return first.normalize('NFD').charAt(0).toUpperCase()
}
