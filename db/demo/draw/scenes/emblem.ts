import { ink } from '../palette.ts'
import { line, moved, oval, shape } from '../svg.ts'

/** The shop's sign, 320 units across, around its own middle: a cup from above whose crema turns into a C around a bean. */
export function emblem(): string {
  return shape(oval([0, 0], 160), ink.copper) + shape(oval([0, 0], 149), ink.cream) + shape(oval([0, 0], 136), ink.espresso)
    + shape('M78 -66C46 -108 -22 -118 -66 -80C-116 -36 -112 48 -58 86C-14 116 46 108 80 66C88 54 74 42 64 52C36 80 -6 84 -34 62C-70 34 -72 -24 -38 -52C-8 -76 32 -70 58 -44C70 -34 86 -52 78 -66Z', '#d9954f')
    + moved(shape('M-44 0C-44 -38 44 -40 44 -2C44 38 -44 38 -44 0Z', ink.milk) + line('M-37 4C-14 -16 14 16 37 -4', ink.espresso, { 'stroke-width': 8 }), [22, 4], -38)
}

/** The emblem as a file of its own. */
export function logo(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-160 -160 320 320" role="img" aria-label="Crema">${emblem()}</svg>\n`
}

/** The same on a square with a margin, for a phone's home screen. */
export function touchIcon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="180" viewBox="-190 -190 380 380"><path d="M-190 -190H190V190H-190Z" fill="${ink.paper}"/>${emblem()}</svg>`
}

/** For a tab's 16 pixels: only the disc, the C and the bean, larger. */
export function favicon(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-137 -137 274 274">${emblem().replace(/^(<path[^>]*>){2}/, '')}</svg>\n`
}
