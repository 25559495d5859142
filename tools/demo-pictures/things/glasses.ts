import { cast, soft } from '../light.ts'
import { darker, ink, lighter, mix } from '../palette.ts'
import type { Point, Stop } from '../svg.ts'
import { box, clipped, group, line, linear, oval, path, polygon, put, randomFrom, shape } from '../svg.ts'
import type { Turned } from '../turned.ts'
import { body, brew, coffee, flat, footOf, glass, glint, outline, rimOf, tube } from '../turned.ts'

interface Drink { at: Point, size?: number }

/** Draws layers of milk, coffee and foam in a tall glass. */
export function layered({ at, size = 1 }: Drink): string {
  const turned: Turned = { at, profile: by([[98, 0], [108, 16], [128, 200], [146, 430]], size) }
  const layers: Stop[] = [[0, ink.cream], [0.2, ink.cream], [0.25, '#e2bd90'], [0.4, '#b9794a'],
      [0.52, '#8a4f2c'], [0.66, '#6d3a20'], [0.7, '#8a4f2c'], [0.76, '#e8c79d'], [1, '#f4e2c6']]
  const drink: Turned = { at: [at[0], at[1] - 14 * size],
      profile: by([[92, 0], [102, 12], [120, 190], [136, 384]], size) }
  return cast(at, 112 * size, 430 * size) + body(turned, glass(0.9))
    + shape(outline(drink), linear(layers.toReversed().map(([o, c]): Stop => [1 - o, c]), [0, 0, 0, 1]))
    + shade(drink)
    + foam([at[0], at[1] - 398 * size], 136 * size) + front(turned, size)
}

/** Draws cold coffee over ice in a straight glass. */
export function iced({ at, size = 1 }: Drink): string {
  const turned: Turned = { at, profile: by([[128, 0], [136, 10], [150, 380]], size) }
  const drink: Turned = { at: [at[0], at[1] - 20 * size],
      profile: by([[122, 0], [128, 10], [139, 300]], size) }
  const cube = (x: number, y: number, turn: number) =>
    put(iceCube(), [at[0] + x * size, at[1] + y * size], { turn, size })
  return cast(at, 136 * size, 380 * size) + body(turned, glass(0.8))
    + shape(outline(drink), linear([[0, '#7b4424'], [0.35, '#4f2918'], [1, '#321a12']], [0, 0, 0, 1]))
    + shade(drink) + coffee([at[0], at[1] - 320 * size], 139 * size, 'black')
    + clipped(cube(-58, -300, -14) + cube(56, -282, 16) + cube(-26, -178, 24)
      + cube(62, -128, -20), outline(turned))
    + front(turned, size) + drops(turned, size)
}

function iceCube(): string {
  const ice = linear([[0, '#fff6e6', 0.62], [0.5, '#fff6e6', 0.22], [1, '#fff6e6', 0.4]], [0, 0, 1, 1])
  return shape(box([-52, -46], [104, 92], 16), ice)
    + shape(polygon([[-52, -30], [-14, -62], [86, -60], [52, -34]]), '#fff6e6', { opacity: 0.34 })
    + line('M-36 -30V24', '#ffffff', { 'stroke-width': 7, opacity: 0.6 })
}

/** Draws nitro coffee: a gradient from dark to cream under dense foam. */
export function nitro({ at, size = 1 }: Drink): string {
  const turned: Turned = { at, profile: by([[104, 0], [112, 14], [118, 150], [152, 300], [146, 440]], size) }
  const drink: Turned = { at: [at[0], at[1] - 18 * size],
      profile: by([[97, 0], [104, 10], [110, 132], [143, 282], [139, 392]], size) }
  const random = randomFrom(23)
  const falls = Array.from({ length: 34 }, () => {
    const x = at[0] + (random() * 2 - 1) * 128 * size
    const y = at[1] - (380 - random() * 90) * size
    const fall: Point = [random() * 10 - 5, (90 + random() * 130) * size]
    return line(path`M${x} ${y}q${random() * 16 - 8} ${70 * size} ${fall}`, ink.crema,
        { 'stroke-width': 6 + random() * 8, opacity: 0.34 })
  }).join('')
  return cast(at, 118 * size, 440 * size) + body(turned, glass(0.8))
    + shape(outline(drink), linear([[0, '#f2dcb8'], [0.16, '#efd3a8'], [0.2, '#b77c48'], [0.42, '#70401f'],
      [0.7, '#3f2114'], [1, '#2c170f']], [0, 0, 0, 1]))
    + clipped(soft(falls, 5), outline(drink)) + shade(drink) + foam([at[0], at[1] - 410 * size], 139 * size)
    + front(turned, size)
}

/** Draws espresso in a short, thick glass, with its crema. */
export function shot({ at, size = 1 }: Drink): string {
  const turned: Turned = { at, profile: by([[86, 0], [92, 12], [106, 200]], size) }
  const drink: Turned = { at: [at[0], at[1] - 26 * size], profile: by([[76, 0], [84, 14], [95, 130]], size) }
  return cast(at, 92 * size, 200 * size) + body(turned, glass(0.9))
    + shape(outline(drink), linear([[0, '#d39a58'], [0.24, '#b8763c'], [0.36, '#6a371c'], [1, '#371c12']],
      [0, 0, 0, 1])) + shade(drink)
    + coffee([at[0], at[1] - 156 * size], 95 * size) + front(turned, size)
}

/** Draws a glass server with a collar and a handle. `full` is the share that is filled. */
export function server({ at, size = 1 }: Drink, full = 0.55, collar: string = ink.bark): string {
  const turned: Turned = { at, profile: by([[150, 0], [196, 40], [206, 110], [170, 220], [112, 300],
      [104, 360], [124, 392]], size) }
  const level = 60 + 210 * full
  const wide = level < 130 ? 196 : 196 - (level - 130) * 0.5
  const drink: Turned = { at: [at[0], at[1] - 10 * size],
      profile: by([[146, 0], [188, 40], [197, 106], [wide, level]], size) }
  const band: Turned = { at: [at[0], at[1] - 292 * size],
      profile: by([[118, 0], [108, 40], [110, 74]], size) }
  const arm: Point[] = [[104, -350], [214, -368], [262, -300], [238, -170], [190, -120]]
  return cast(at, 170 * size, 360 * size) + tube(arm.map(([x, y]): Point => [at[0] + x * size, at[1]
      + y * size]), 30 * size, collar)
    + body(turned, glass(0.9)) + body(drink, brew('#3a1d12')) + shade(drink)
    + coffee([at[0], at[1] - (10 + level) * size], wide * size, 'black')
    + body(band, linear([[0, darker(collar, 0.1)], [0.2, lighter(collar, 0.35)], [0.6, collar],
      [1, darker(collar, 0.45)]]))
    + front(turned, size)
}

/** Draws a bottle of cold brew with a cork and a paper tag. */
export function bottle({ at, size = 1 }: Drink): string {
  const turned: Turned = { at, profile: by([[118, 0], [132, 14], [134, 300], [116, 370], [58, 430],
      [50, 520], [58, 536]], size) }
  const drink: Turned = { at: [at[0], at[1] - 12 * size],
      profile: by([[112, 0], [124, 12], [126, 292], [108, 360], [70, 398]], size) }
  const cork: Turned = { at: [at[0], at[1] - 522 * size], profile: by([[44, 0], [50, 60]], size) }
  return cast(at, 132 * size, 540 * size) + body(cork, linear([[0, '#e3bd8c'], [0.5, '#c5945c'],
      [1, '#7f5733']])) + shape(oval([at[0], at[1] - 582 * size], 50 * size, 50 * flat * size), '#d9b180')
    + body(turned, glass(1)) + body(drink, brew('#2e1710')) + front(turned, size)
}

export function by(profile: Point[], size: number): Point[] {
  return profile.map(([r, h]) => [r * size, h * size])
}

/** Draws the rim and the reflections of a glass. */
export function front(turned: Turned, size: number): string {
  const [x, y] = turned.at
  const [rim, high] = rimOf(turned)
  const foot = footOf(turned)
  return shape(outline(turned), linear([[0, '#fffaf0', 0.4], [0.06, '#fffaf0', 0.06], [0.9, '#fffaf0', 0.02],
      [0.97, '#fffaf0', 0.22], [1, '#fffaf0', 0.4]]))
    + glint(turned, [high * 0.12, high * 0.86], 0.62)
    + line(oval([x, y - high], rim, rim * flat), mix(ink.cream, ink.steel, 0.2),
      { 'stroke-width': 5 * size, opacity: 0.85 })
    + line(path`M${x - foot} ${y}A${foot} ${foot * flat} 0 0 0 ${x + foot} ${y}`, '#fffaf0',
      { 'stroke-width': 5 * size, opacity: 0.5 })
}

function shade(turned: Turned): string {
  return shape(outline(turned), linear([[0, '#2a1208', 0.1], [0.12, '#fff3dc', 0.2], [0.3, '#fff3dc', 0.02],
      [0.7, '#2a1208', 0.14], [1, '#2a1208', 0.42]]))
}

function foam([x, y]: Point, radius: number): string {
  return shape(oval([x, y], radius, radius * flat),
      linear([[0, '#ead0a6'], [0.5, '#f6e6cb'], [1, '#fbf1de']]))
    + shape(oval([x, y], radius * 0.7, radius * flat * 0.6), '#e6c796', { opacity: 0.4 })
}

function drops(turned: Turned, size: number): string {
  const random = randomFrom(77)
  return group(Array.from({ length: 26 }, () => {
    const at: Point = [turned.at[0] + (random() * 2 - 1) * 124 * size,
        turned.at[1] - (20 + random() * 270) * size]
    const r = (3 + random() * 6) * size
    return shape(oval(at, r, r * 1.2), '#fff6e6', { opacity: 0.34 })
      + shape(oval([at[0] - r * 0.3, at[1] - r * 0.4], r * 0.35), '#ffffff', { opacity: 0.8 })
  }).join(''))
}
