import { cast, soft, steam } from '../light.ts'
import { darker, ink, lighter } from '../palette.ts'
import type { Point } from '../svg.ts'
import { clipped, line, n, oval, randomFrom, shape } from '../svg.ts'
import type { Turned } from '../turned.ts'
import { band, body, coffee, flat, glazed, glint, mouth, outline, plate, tube } from '../turned.ts'

export interface Cup { at: Point, colour: string, size?: number, saucer?: string, art?: 'crema' | 'black' | 'leaf' | 'heart', band?: string, steam?: number }
type Form = 'demitasse' | 'bowl' | 'mug' | 'tumbler' | 'clay'

const forms: Record<Form, Point[]> = {
  demitasse: [[74, 0], [98, 26], [118, 90], [126, 168], [128, 190]],
  bowl: [[96, 0], [140, 34], [186, 96], [212, 168], [216, 196]],
  mug: [[128, 0], [150, 16], [158, 60], [160, 200], [162, 286]],
  tumbler: [[104, 0], [122, 14], [136, 120], [148, 250], [150, 276]],
  clay: [[92, 0], [128, 28], [168, 116], [166, 190], [138, 252], [146, 290]]
}

/** A cup of one of our potter's forms, with its shadow, saucer, handle, coffee and steam. */
export function cup(form: Form, { at, colour, size = 1, saucer, art = 'crema', band: stripe, steam: tall = 0 }: Cup): string {
  const lift = saucer ? 12 * size : 0
  const profile = forms[form].map(([r, h]): Point => [r * size, h * size])
  const turned: Turned = { at: [at[0], at[1] - lift], profile }
  const [rim, high] = profile[profile.length - 1]
  const wide = saucer ? rim * 1.62 : profile[0][0]
  return cast(at, wide, high * (saucer ? 0.8 : 1))
    + (saucer ? plate(at, wide, saucer) + soft(shape(oval([at[0] + 12, at[1]], profile[0][0] * 1.2, profile[0][0] * 0.32), '#2a1208'), 5, 0.5) : '')
    + handle(form, turned, colour)
    + body(turned, glazed(colour))
    + (stripe ? band(turned, [high * 0.14, high * 0.34], glazed(stripe)) : '')
    + speckles(turned, colour) + glint(turned, [high * 0.24, high * 0.8], 0.5)
    + mouth(turned, colour, { deep: high * 0.1, thick: 9 * size, within: (centre, radius) => filled(art, centre, radius) })
    + (tall ? steam([at[0], at[1] - high - 10], tall, Math.round(at[0] + tall)) : '')
}

/** An enamelled camp mug: straight, with a dark rim and flecks. */
export function enamelMug(at: Point, colour: string, size = 1): string {
  const profile: Point[] = [[150 * size, 0], [158 * size, 8 * size], [158 * size, 236 * size]]
  const turned: Turned = { at, profile, straight: true }
  const high = 236 * size
  const random = randomFrom(31)
  const flecks = Array.from({ length: 170 }, () => shape(oval([at[0] + (random() * 2 - 1) * 158 * size, at[1] - random() * high + 30], (0.8 + random() ** 2 * 3) * size), ink.cream, { opacity: 0.65 })).join('')
  return cast(at, 158 * size, high)
    + tube([[140, -190], [232, -196], [262, -120], [224, -56], [144, -46]].map(([x, y]): Point => [at[0] + x * size, at[1] + y * size]), 26 * size, colour)
    + body(turned, glazed(colour)) + clipped(flecks, outline(turned)) + band(turned, [high - 12 * size, high], darker(colour, 0.65))
    + glint(turned, [high * 0.16, high * 0.84], 0.6)
    + mouth(turned, ink.cream, { deep: 34 * size, thick: 6 * size, within: (centre, radius) => coffee(centre, radius, 'black') })
    + steam([at[0], at[1] - high], 330 * size, 5)
}

function handle(form: Form, { at: [x, y], profile }: Turned, colour: string): string {
  if (form === 'tumbler') return ''
  const [rim, high] = profile[profile.length - 1]
  const out = form === 'mug' || form === 'clay' ? 0.62 : 0.5
  const points: Point[] = [[0.86, 0.84], [1 + out * 0.75, 0.88], [1 + out, 0.62], [1 + out * 0.6, 0.34], [0.84, 0.24]]
  return tube(points.map(([r, h]): Point => [x + rim * r, y - high * h]), rim * 0.17, colour)
}

function filled(art: NonNullable<Cup['art']>, centre: Point, radius: number): string {
  if (art === 'black' || art === 'crema') return coffee(centre, radius, art)
  return coffee(centre, radius) + clipped(art === 'leaf' ? leaf(centre, radius) : heart(centre, radius), oval(centre, radius * 0.96, radius * flat * 0.96))
}

/** A rosetta, poured towards the drinker and turned a little. */
function leaf([x, y]: Point, radius: number): string {
  const petal = (h: number, wide: number, fill: string) => shape(`M0 ${n((h + 0.42) * radius)}C${n(-wide * 0.5 * radius)} ${n((h + 0.34) * radius)} ${n(-wide * 1.1 * radius)} ${n((h + 0.1) * radius)} ${n(-wide * radius)} ${n((h - 0.26) * radius)}`
    + `C${n(-wide * 0.7 * radius)} ${n((h - 0.4) * radius)} ${n(-wide * 0.3 * radius)} ${n((h - 0.1) * radius)} 0 ${n((h + 0.06) * radius)}C${n(wide * 0.3 * radius)} ${n((h - 0.1) * radius)} ${n(wide * 0.7 * radius)} ${n((h - 0.4) * radius)} ${n(wide * radius)} ${n((h - 0.26) * radius)}`
    + `C${n(wide * 1.1 * radius)} ${n((h + 0.1) * radius)} ${n(wide * 0.5 * radius)} ${n((h + 0.34) * radius)} 0 ${n((h + 0.42) * radius)}Z`, fill)
  const rows = [[-0.56, 0.2], [-0.36, 0.38], [-0.14, 0.54], [0.1, 0.62], [0.34, 0.56]].toReversed()
    .map(([h, wide]) => petal(h, wide + 0.05, ink.caramel) + petal(h - 0.02, wide, ink.milk)).join('')
  const stem = line(`M0 ${n(-radius * 0.72)}V${n(radius * 0.74)}`, ink.caramel, { 'stroke-width': radius * 0.03 })
  return `<g transform="translate(${n(x)} ${n(y)}) scale(1 ${flat}) rotate(-24)">${rows}${stem}</g>`
}

function heart([x, y]: Point, radius: number): string {
  const one = (by: number) => {
    const r = radius * by
    return `M0 ${n(0.8 * r)}C${n(-0.6 * r)} ${n(0.42 * r)} ${n(-0.96 * r)} ${n(-0.72 * r)} ${n(-0.3 * r)} ${n(-0.66 * r)}Q${n(-0.04 * r)} ${n(-0.62 * r)} 0 ${n(-0.36 * r)}Q${n(0.04 * r)} ${n(-0.62 * r)} ${n(0.3 * r)} ${n(-0.66 * r)}C${n(0.96 * r)} ${n(-0.72 * r)} ${n(0.6 * r)} ${n(0.42 * r)} 0 ${n(0.8 * r)}Z`
  }
  return `<g transform="translate(${n(x)} ${n(y)}) scale(1 ${flat}) rotate(-24)">${shape(one(0.96), ink.milk)}${shape(one(0.68), ink.caramel)}${shape(one(0.58), ink.milk)}${shape(one(0.3), ink.caramel)}${shape(one(0.22), ink.milk)}</g>`
}

function speckles(turned: Turned, colour: string): string {
  const random = randomFrom(Math.round(turned.at[0]))
  const [x, y] = turned.at
  const [rim, high] = turned.profile[turned.profile.length - 1]
  const dots = Array.from({ length: 34 }, () => shape(oval([x + (random() * 2 - 1) * rim, y - random() * high + 20], 1.2 + random() * 2.6), random() < 0.7 ? darker(colour, 0.45) : lighter(colour, 0.5), { opacity: 0.5 }))
  return clipped(dots.join(''), outline(turned))
}
