import { accentStyles } from '#contract/values/contrast.ts'
import type { ShopProfile } from '#contract/shop/profile.ts'
import { LETTERS } from './letters.ts'

/** The colours of an icon without an accent colour: those of the design. */
const DESIGN = { '--color-primary': '#944a1b', '--color-primary-content': '#fff8ee' }

/** A coffee bean, for names that do not begin with a letter or digit of `LETTERS`. The icon is 100 wide and high. */
const BEAN =
  '<g transform="translate(50 50) rotate(-38) scale(.78)"><path d="M-44 0C-44-38 44-40 44-2C44 38-44 38-44 0Z"/><path d="M-37 4C-14-16 14 16 37-4" fill="none" stroke="BACK" stroke-width="8" stroke-linecap="round"/></g>'

/**
 * Returns the icon of a shop without a logo as an SVG image: the first letter of its name on its accent colour. `radius`
 * is that of the corners, in percent of the width. The letter is a path, because a server often has no fonts.
 */
export function letterIcon({ name, accent }: Pick<ShopProfile, 'name' | 'accent'>, radius: number): string {
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
