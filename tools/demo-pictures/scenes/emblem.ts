import { ink } from '../palette.ts'
import { box, line, moved, oval, shape } from '../svg.ts'

/** The shop's sign, 320 units across, around its middle: a cup from above, its crema a C around a bean. */
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

/** The emblem as a file of its own. */
export function logo(): string {
  return file(160, emblem())
}

/** The same on a square with a margin, for a phone's home screen. */
export function touchIcon(): string {
  return file(190, shape(box([-190, -190], [380, 380]), ink.paper) + emblem())
}

/** For a tab's few pixels: the disc, the C and the bean, larger. */
export function favicon(): string {
  return file(137, heart())
}

function file(half: number, content: string): string {
  const size = 2 * half
  const view = `${-half} ${-half} ${size} ${size}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}">${content}</svg>\n`
}
