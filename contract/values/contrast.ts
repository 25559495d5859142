/**
 * The colours of the two themes in `client/styles.css` on which links are shown, and the colour of the text on a button
 * in the accent colour. `minContrast` is that of a link with the page. A colour that has less gets nearer to `limit`, the
 * lightness of black or of white.
 */
export const THEMES = {
  light: { pages: ['#fbf6ec', '#f3eadb'], onAccent: '#fff8ee', limit: 0, minContrast: 4.5 },
  dark: { pages: ['#1d1410', '#281c16'], onAccent: '#241307', limit: 1, minContrast: 7 },
} as const

type Theme = (typeof THEMES)[keyof typeof THEMES]

/**
 * Returns the contrast of two colours such as `#7a4a21`, from 1 to 21, as WCAG 2.2 defines it. Text must have a contrast
 * of at least 4.5 to be readable.
 */
export function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Returns whether links in this colour, and the text of buttons in this colour, can be read in the light theme. */
export function isReadable(accent: string): boolean {
  return isReadableIn(THEMES.light, accent)
}

/**
 * Returns the colour that is nearest to `accent` and can be read in the light theme: the colour itself, or the same hue
 * and saturation, only as much darker as necessary.
 */
export function nearestReadable(accent: string): string {
  return nearestIn(THEMES.light, accent)
}

/** The custom properties of daisyUI that an accent colour sets in a theme. */
export type AccentProperties = { '--color-primary': string; '--color-primary-content': string }

/**
 * Returns the custom properties for both themes, or null if `accent` is empty: the themes then keep their own colour. In
 * the dark theme, the colour is as much lighter as is necessary for a contrast of 7. That is more than WCAG demands,
 * because a button is a little darker while the pointer is over it.
 */
export function accentStyles(accent: string): Record<keyof typeof THEMES, AccentProperties> | null {
  if (accent === '') return null
  return { light: propertiesIn(THEMES.light, accent), dark: propertiesIn(THEMES.dark, accent) }
}

/** Returns `accentStyles` as the text of a stylesheet, which is empty without an accent. */
export function accentCss(accent: string): string {
  const styles = accentStyles(accent)
  if (!styles) return ''
  const [light, dark] = [styles.light, styles.dark].map((properties) =>
    Object.entries(properties)
      .map(([name, value]) => `${name}:${value}`)
      .join(';'),
  )
  // The selectors are those of daisyUI's themes. These rules are in no cascade layer, so they override those of the
  // themes. `@media screen` leaves the accent colour out in print.
  return `@media screen{:root,[data-theme=paper]{${light}}@media (prefers-color-scheme:dark){:root:not([data-theme]){${dark}}}[data-theme=roast]{${dark}}}`
}

function propertiesIn(theme: Theme, accent: string): AccentProperties {
  return { '--color-primary': nearestIn(theme, accent), '--color-primary-content': theme.onAccent }
}

function isReadableIn({ pages, onAccent, minContrast }: Theme, accent: string): boolean {
  return (
    pages.every((page) => contrast(accent, page) >= minContrast) &&
    contrast(accent, onAccent) >= TEXT_CONTRAST
  )
}

/** The contrast that WCAG 2.2 demands for text at level AA. */
const TEXT_CONTRAST = 4.5

/** The number of steps in which a colour gets darker or lighter. */
const STEPS = 256

function nearestIn(theme: Theme, accent: string): string {
  if (isReadableIn(theme, accent)) return accent
  const { hue, saturation, lightness } = hslOf(accent)
  for (let step = 1; step < STEPS; step++) {
    const changed = colourOf({
      hue,
      saturation,
      lightness: lightness + ((theme.limit - lightness) * step) / STEPS,
    })
    if (isReadableIn(theme, changed)) return changed
  }
  return theme.limit === 0 ? '#000000' : '#ffffff'
}

/** A colour as its hue, from 0 to 6, and its saturation and lightness, from 0 to 1 (CSS Color 4, "HSL colors"). */
type Hsl = { hue: number; saturation: number; lightness: number }

function hslOf(colour: string): Hsl {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) => part / 255)
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const [range, lightness] = [max - min, (max + min) / 2]
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  if (max === red) return { hue: ((green - blue) / range + 6) % 6, saturation, lightness }
  if (max === green) return { hue: (blue - red) / range + 2, saturation, lightness }
  return { hue: (red - green) / range + 4, saturation, lightness }
}

function colourOf({ hue, saturation, lightness }: Hsl): string {
  const parts = [0, 8, 4].map((offset) => {
    const at = (offset + hue * 2) % 12
    const amount = saturation * Math.min(lightness, 1 - lightness)
    return lightness - amount * Math.max(-1, Math.min(at - 3, 9 - at, 1))
  })
  return `#${parts.map((part) => hex(Math.round(part * 255))).join('')}`
}

function hex(part: number): string {
  return part.toString(16).padStart(2, '0')
}

/** Returns the relative luminance of a colour, from 0 for black to 1 for white (WCAG 2.2, "relative luminance"). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the red, green and blue parts of a colour such as `#7a4a21`, from 0 to 255. */
function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
