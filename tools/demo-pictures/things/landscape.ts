import { darker, ink, lighter } from '../palette.ts'
import type { Point } from '../svg.ts'
import { box, line, linear, moved, path, pick, polygon, randomFrom, shape, through } from '../svg.ts'
import { leafShape } from './beans.ts'

const whole = box([100, 40], [1000, 740])

/** Draws a mountain with snow, lit from the left. */
export function peak([x, y]: Point, wide: number, colour: string): string {
  const [ridge, snow] = [x + wide * 0.06, y + wide * 0.26]
  const out = (snow - y) * wide / (780 - y)
  const middle: Point = [x + 3, snow + wide * 0.05]
  return shape(polygon([[x - wide, 780], [x, y], [ridge, 780]]), colour)
    + shape(polygon([[x, y], [x + wide, 780], [ridge, 780]]), darker(colour, 0.3))
    + shape(polygon([[x, y], [x - out, snow], [x - wide * 0.1, snow - wide * 0.06], middle]), ink.cream)
    + shape(polygon([[x, y], middle, [x + wide * 0.12, snow - wide * 0.05], [x + out, snow]]), '#c9d3cd')
}

/** Draws a fern leaf that points to the right. */
export function frond(colour: string): string {
  return line('M0 0Q140 -26 280 6', darker(colour, 0.3), { 'stroke-width': 5 })
    + Array.from({ length: 13 }, (_, i) => {
    const [x, long] = [20 + i * 20, 88 - Math.abs(i - 3) * 6.4]
    const y = -18 * Math.sin(i / 13 * Math.PI)
    return moved(leafShape(long, colour), [x, y], -62)
      + moved(leafShape(long, darker(colour, 0.12)), [x, y], 58)
  }).join('')
}

/** Draws a sky with a gradient from its top to the horizon. */
export function sky(high: string, low: string): string {
  return shape(whole, linear([[0, high], [0.75, low], [1, low]], [0, 0, 0, 1]))
}

/** Draws rolling ground below a line of points. */
export function hills(points: Point[], colour: string): string {
  return shape(path`${through(points)}V800H${pick(points, 0)[0]}Z`,
      linear([[0, lighter(colour, 0.14)], [1, darker(colour, 0.12)]]))
}

/** Draws a row of pines that stand at the height `foot`. */
export function pines(count: number, foot: number, colour: string): string {
  const random = randomFrom(foot)
  return Array.from({ length: count }, (_, i) => {
    const [x, tall] = [110 + (i + random() * 0.5) * 980 / count, 110 + random() * 90]
    const tier = (k: number) => polygon([[x, foot - tall + k * tall * 0.2],
        [x + tall * (0.14 + k * 0.06), foot - tall * (0.6 - k * 0.24)],
        [x - tall * (0.14 + k * 0.06), foot - tall * (0.6 - k * 0.24)]])
    return [0, 1, 2].map((k) => shape(tier(k),
        linear([[0, lighter(colour, 0.18)], [0.5, colour], [0.52, darker(colour, 0.2)],
        [1, darker(colour, 0.3)]]))).join('')
  }).join('')
}
