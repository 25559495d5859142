import { ink } from '../palette.ts'
import { box, line, moved, oval, shape } from '../svg.ts'

/**
 * Draws the shop's logo: a cup seen from above, whose crema forms a C around a bean. The logo is 320 units wide and
 * centred on the origin.
 */
export function emblem(): string {
  return shape(oval([0, 0], 160), ink.copper) + shape(oval([0, 0], 149), ink.cream) + heart()
}

function heart(): string {
  const crema = 'M78 -66C46 -108 -22 -118 -66 -80C-116 -36 -112 48 -58 86C-14 116 46 108 80 66'
    + 'C88 54 74 42 64 52C36 80 -6 84 -34 62C-70 34 -72 -24 -38 -52C-8 -76 32 -70 58 -44C70 -34 86 -52 78 '
    + '-66Z'
  const bean = shape('M-44 0C-44 -38 44 -40 44 -2C44 38 -44 38 -44 0Z', ink.milk)
    + line('M-37 4C-14 -16 14 16 37 -4', ink.espresso, { 'stroke-width': 8 })
  return shape(oval([0, 0], 136), ink.espresso) + shape(crema, '#d9954f') + moved(bean, [22, 4], -38)
}

/** Returns the logo as an SVG file. */
export function logo(): string {
  return file(160, emblem())
}

/** Returns an SVG file of the logo on a square with a margin, for the home screen of a phone. */
export function touchIcon(): string {
  return file(190, shape(box([-190, -190], [380, 380]), ink.paper) + emblem())
}

/** Returns an SVG file of the logo for a browser tab. It shows only the dark disc, the C and the bean, enlarged. */
export function favicon(): string {
  return file(137, heart())
}

function file(half: number, content: string): string {
  const size = 2 * half
  const view = `${-half} ${-half} ${size} ${size}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${content}</svg>\n`
}
