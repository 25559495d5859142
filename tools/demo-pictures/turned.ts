import { soft } from './light.ts'
import { darker, ink, lighter, mix } from './palette.ts'
import type { Paint, Point } from './svg.ts'
import { clipped, curve, line, linear, oval, path, pick, polygon, radial, shape, through } from './svg.ts'

/** The height of a horizontal circle divided by its width, as seen in the pictures. */
export const flat = 0.3

/**
 * An object with a vertical axis. `at` is the middle of its foot, `profile` has pairs of radius and height from the
 * foot to the rim.
 */
export interface Turned { at: Point, profile: Point[], straight?: boolean }

export function glazed(colour: string): Paint {
  return linear([[0, darker(colour, 0.04)], [0.1, lighter(colour, 0.42)], [0.24, lighter(colour, 0.26)],
      [0.42, lighter(colour, 0.08)], [0.6, darker(colour, 0.06)], [0.78, darker(colour, 0.22)],
      [0.9, darker(colour, 0.36)], [1, darker(colour, 0.2)]])
}

export function metal(colour: string): Paint {
  return linear([[0, darker(colour, 0.35)], [0.09, lighter(colour, 0.7)], [0.17, lighter(colour, 0.3)],
      [0.3, darker(colour, 0.12)], [0.5, lighter(colour, 0.16)],
    [0.66, darker(colour, 0.28)], [0.86, darker(colour, 0.55)], [0.95, darker(colour, 0.2)],
        [1, darker(colour, 0.4)]])
}

export function glass(strength = 1): Paint {
  return linear([[0, '#fff8ea', 0.6 * strength], [0.07, '#fff8ea', 0.16 * strength],
      [0.4, '#fff8ea', 0.1 * strength], [0.85, '#fff8ea', 0.06 * strength],
      [0.95, '#fff8ea', 0.24 * strength], [1, '#fff8ea', 0.5 * strength]])
}

/** The paint of a liquid behind glass. */
export function brew(colour = ink.espresso): Paint {
  return linear([[0, mix(colour, ink.copper, 0.5)], [0.18, mix(colour, ink.copper, 0.22)], [0.6, colour],
      [0.9, darker(colour, 0.2)], [1, mix(colour, ink.copper, 0.35)]])
}

/** The outline of the whole object, including the far edge of the rim. */
export function outline(turned: Turned): string {
  const { at: [x, y], profile, straight } = turned
  const left = profile.toReversed().map(([r, h]): Point => [x - r, y - h])
  const right = profile.map(([r, h]): Point => [x + r, y - h])
  const side = (points: Point[]) => straight ? points.slice(1).map(([a, b]) => path`L${a} ${b}`)
      .join('') : curve(points)
  const foot = footOf(turned)
  const [rim, high] = rimOf(turned)
  const base = y - pick(profile, 0)[1]
  return path`M${x - rim} ${y - high}${side(left)}A${foot} ${foot * flat} 0 0 0 ${x + foot} ${base}`
    + path`${side(right)}A${rim} ${rim * flat} 0 0 0 ${x - rim} ${y - high}Z`
}

export function body(turned: Turned, paint: Paint): string {
  return shape(outline(turned), paint)
}

/** Draws a ring around the outside between two heights, clipped to the object. */
export function band(turned: Turned, [low, high]: Point, paint: Paint): string {
  const [x, y] = turned.at
  const wide = Math.max(...turned.profile.map(([r]) => r)) * 1.02
  const arc = (h: number, to: number) => path`A${wide} ${wide * flat} 0 0 ${to > x ? 0 : 1} ${to} ${y - h}`
  const d = path`M${x - wide} ${y - low}${arc(low, x + wide)}L${x + wide} ${y - high}${arc(high, x - wide)}Z`
  return clipped(shape(d, paint), outline(turned))
}

/**
 * Draws the opening: the rim, the inner wall, which is lit on the right, and the result of `within` for a surface that
 * lies `deep` below the rim.
 */
export function mouth(turned: Turned, colour: string,
    inside: { deep: number, thick?: number, within?: (centre: Point, radius: number) => string }): string {
  const [rim, high] = rimOf(turned)
  const [x, y] = [turned.at[0], turned.at[1] - high]
  const inner = rim - (inside.thick ?? 9)
  const opening = oval([x, y], inner, inner * flat)
  const wall = linear([[0, darker(colour, 0.5)], [0.45, darker(colour, 0.22)], [1, lighter(colour, 0.25)]])
  const level = inside.within?.([x, y + inside.deep], inner * (1 - inside.deep / 900)) ?? ''
  return shape(oval([x, y], rim, rim * flat),
      linear([[0, lighter(colour, 0.7)], [0.6, lighter(colour, 0.3)], [1, darker(colour, 0.1)]]))
    + shape(opening, wall) + clipped(level, opening)
}

/** Draws the reflection of a window on the left side, between two heights. */
export function glint(turned: Turned, [low, high]: Point, strength = 0.6): string {
  const { at: [x, y], profile } = turned
  const points = [0, 0.33, 0.66, 1].map((part): Point => {
    const h = low + (high - low) * part
    return [x - radiusAt(profile, h) * 0.7, y - h + radiusAt(profile, h) * flat * 0.6]
  })
  return soft(line(through(points), '#fffaf0', { 'stroke-width': Math.max(8, footOf(turned) * 0.09) }), 5,
      strength)
}

/** Returns the radius and the height of the rim. */
export function rimOf({ profile }: Turned): Point {
  return pick(profile, profile.length - 1)
}

export function footOf({ profile }: Turned): number {
  return pick(profile, 0)[0]
}

function radiusAt(profile: Point[], height: number): number {
  const above = Math.max(1, profile.findIndex(([, h]) => h >= height))
  const [[r1, h1], [r2, h2]] = [pick(profile, above - 1), pick(profile, above)]
  return r1 + (r2 - r1) * Math.min(1, Math.max(0, (height - h1) / (h2 - h1 || 1)))
}

/** Draws a bent tube, such as a handle, a spout or a wire. */
export function tube(points: Point[], width: number, colour: string): string {
  const d = through(points)
  const shifted = through(points.map(([x, y]) => [x - width * 0.16, y - width * 0.2]))
  return line(d, darker(colour, 0.45), { 'stroke-width': width })
    + line(d, darker(colour, 0.08), { 'stroke-width': width * 0.78 })
    + line(shifted, lighter(colour, 0.35), { 'stroke-width': width * 0.26, opacity: 0.85 })
}

/** Draws a saucer or plate whose middle is at the point. */
export function plate([x, y]: Point, radius: number, colour: string): string {
  return shape(oval([x, y + radius * 0.06], radius, radius * flat), darker(colour, 0.42))
    + shape(oval([x, y], radius, radius * flat),
      linear([[0, lighter(colour, 0.5)], [0.5, lighter(colour, 0.12)], [1, darker(colour, 0.2)]],
      [0, 0, 1, 0.6]))
    + shape(oval([x, y + radius * 0.02], radius * 0.66, radius * flat * 0.66),
      linear([[0, darker(colour, 0.2)], [0.6, lighter(colour, 0.05)], [1, lighter(colour, 0.3)]]))
}

/** Draws the surface of a coffee: crema at the edge, darker inside, with the reflection of a window. */
export function coffee([x, y]: Point, radius: number, kind: 'black' | 'crema' = 'crema'): string {
  const edge = kind === 'crema' ? ink.crema : ink.caramel
  const middle = kind === 'crema' ? ink.caramel : ink.espresso
  return shape(oval([x, y], radius, radius * flat),
      radial([[0, middle], [0.72, mix(middle, edge, 0.18)], [0.93, mix(middle, edge, 0.75)],
      [1, darker(edge, 0.2)]], [0.52, 0.55], 0.52))
    + soft(shape(polygon([[x - radius * 0.62, y - radius * 0.06], [x - radius * 0.2, y - radius * 0.16],
      [x - radius * 0.02, y - radius * 0.03], [x - radius * 0.5, y + radius * 0.08]]), '#fff3dc'), 5,
      kind === 'crema' ? 0.28 : 0.34)
}
