import { cast, soft, steam } from '../light.ts'
import { darker, ink, lighter } from '../palette.ts'
import type { Point } from '../svg.ts'
import { clipped, line, oval, path, places, put, randomFrom, shape } from '../svg.ts'
import type { Turned } from '../turned.ts'
import { band, body, coffee, flat, footOf, glazed, glint, mouth, outline, plate, rimOf,
    tube } from '../turned.ts'

interface Cup { at: Point, colour: string, size?: number, saucer?: string,
    art?: 'crema' | 'black' | 'leaf' | 'heart', band?: string, steam?: number }
type Form = 'demitasse' | 'bowl' | 'mug' | 'tumbler' | 'clay'

const forms: Record<Form, Point[]> = {
  demitasse: [[74, 0], [98, 26], [118, 90], [126, 168], [128, 190]],
  bowl: [[96, 0], [140, 34], [186, 96], [212, 168], [216, 196]],
  mug: [[128, 0], [150, 16], [158, 60], [160, 200], [162, 286]],
  tumbler: [[104, 0], [122, 14], [136, 120], [148, 250], [150, 276]],
  clay: [[92, 0], [128, 28], [168, 116], [166, 190], [138, 252], [146, 290]]
}

/** Draws a cup of one of the given forms, with its shadow, saucer, handle, coffee and steam. */
export function cup(form: Form, { at, colour, size = 1, saucer, art = 'crema', band: stripe,
    steam: tall = 0 }: Cup): string {
  const lift = saucer ? 12 * size : 0
  const profile = forms[form].map(([r, h]): Point => [r * size, h * size])
  const turned: Turned = { at: [at[0], at[1] - lift], profile }
  const [rim, high] = rimOf(turned)
  const foot = footOf(turned)
  const wide = saucer ? rim * 1.62 : foot
  return cast(at, wide, high * (saucer ? 0.8 : 1))
    + (saucer ? plate(at, wide, saucer) + soft(shape(oval([at[0] + 12, at[1]], foot * 1.2, foot * 0.32),
      '#2a1208'), 5, 0.5) : '')
    + handle(form, turned, colour)
    + body(turned, glazed(colour))
    + (stripe ? band(turned, [high * 0.14, high * 0.34], glazed(stripe)) : '')
    + speckles(turned, colour) + glint(turned, [high * 0.24, high * 0.8], 0.5)
    + mouth(turned, colour, { deep: high * 0.1, thick: 9 * size,
      within: (centre, radius) => filled(art, centre, radius) })
    + (tall ? steam([at[0], at[1] - high - 10], tall, Math.round(at[0] + tall)) : '')
}

/** Draws a straight enamelled mug with a dark rim and flecks. */
export function enamelMug(at: Point, colour: string, size = 1): string {
  const profile: Point[] = [[150 * size, 0], [158 * size, 8 * size], [158 * size, 236 * size]]
  const turned: Turned = { at, profile, straight: true }
  const high = 236 * size
  const random = randomFrom(31)
  const flecks = Array.from({ length: 170 },
      () => shape(oval([at[0] + (random() * 2 - 1) * 158 * size, at[1] - random() * high + 30],
      (0.8 + random() ** 2 * 3) * size), ink.cream, { opacity: 0.65 })).join('')
  return cast(at, 158 * size, high)
    + tube(places([140, -190], [232, -196], [262, -120], [224, -56], [144, -46])
      .map(([x, y]) => [at[0] + x * size, at[1] + y * size]), 26 * size, colour)
    + body(turned, glazed(colour)) + clipped(flecks, outline(turned))
    + band(turned, [high - 12 * size, high], darker(colour, 0.65))
    + glint(turned, [high * 0.16, high * 0.84], 0.6)
    + mouth(turned, ink.cream, { deep: 34 * size, thick: 6 * size,
      within: (centre, radius) => coffee(centre, radius, 'black') })
    + steam([at[0], at[1] - high], 330 * size, 5)
}

function handle(form: Form, turned: Turned, colour: string): string {
  if (form === 'tumbler') return ''
  const [x, y] = turned.at
  const [rim, high] = rimOf(turned)
  const out = form === 'mug' || form === 'clay' ? 0.62 : 0.5
  const points: Point[] = [[0.86, 0.84], [1 + out * 0.75, 0.88], [1 + out, 0.62], [1 + out * 0.6, 0.34],
      [0.84, 0.24]]
  return tube(points.map(([r, h]): Point => [x + rim * r, y - high * h]), rim * 0.17, colour)
}

function filled(art: NonNullable<Cup['art']>, centre: Point, radius: number): string {
  if (art === 'black' || art === 'crema') return coffee(centre, radius, art)
  return coffee(centre, radius) + clipped(art === 'leaf' ? leaf(centre, radius) : heart(centre, radius),
      oval(centre, radius * 0.96, radius * flat * 0.96))
}

/** Draws a rosetta in the milk foam, slightly rotated, on a surface of radius 100. */
function leaf(at: Point, radius: number): string {
  const rows = places([34, 56], [10, 62], [-14, 54], [-36, 38], [-56, 20]).map(([y, wide]) =>
    petal(y, wide + 5, ink.caramel) + petal(y - 2, wide, ink.milk)).join('')
  const stem = line('M0 -72V74', ink.caramel, { 'stroke-width': 3 })
  return put(rows + stem, at, { turn: -24, size: radius / 100, flat })
}

function petal(y: number, wide: number, fill: string): string {
  const side = (to: number) => path`${to * 0.5} ${y + 34} ${to * 1.1} ${y + 10} ${to} ${y - 26}`
  const back = path`${wide * 0.3} ${y - 10} ${wide * 0.7} ${y - 40} ${wide} ${y - 26}`
  return shape(path`M0 ${y + 42}C${side(-wide)}C${-wide * 0.7} ${y - 40} ${-wide * 0.3} ${y - 10} 0 ${y + 6}`
    + path`C${back}C${wide * 1.1} ${y + 10} ${wide * 0.5} ${y + 34} 0 ${y + 42}Z`, fill)
}

/** Draws nested hearts in the milk foam, on a surface of radius 100. */
function heart(at: Point, radius: number): string {
  const one = 'M0 80C-60 42 -96 -72 -30 -66Q-4 -62 0 -36Q4 -62 30 -66C96 -72 60 42 0 80Z'
  const rings = [0.96, 0.68, 0.58, 0.3, 0.22].map((size, i) =>
    put(shape(one, i % 2 ? ink.caramel : ink.milk), [0, 0], { size })).join('')
  return put(rings, at, { turn: -24, size: radius / 100, flat })
}

function speckles(turned: Turned, colour: string): string {
  const random = randomFrom(Math.round(turned.at[0]))
  const [x, y] = turned.at
  const [rim, high] = rimOf(turned)
  const dots = Array.from({ length: 34 }, () => shape(oval([x + (random() * 2 - 1) * rim, y - random() * high
      + 20], 1.2 + random() * 2.6), random() < 0.7
    ? darker(colour, 0.45) : lighter(colour, 0.5), { opacity: 0.5 }))
  return clipped(dots.join(''), outline(turned))
}
