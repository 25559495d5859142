import { cast, soft } from '../light.ts'
import { darker, ink, lighter } from '../palette.ts'
import type { Point } from '../svg.ts'
import { box, clipped, group, line, linear, moved, n, oval, path, places, polygon, put, radial, randomFrom,
    shape, through } from '../svg.ts'
import type { Turned } from '../turned.ts'
import { band, body, flat, glass, glazed, glint, metal, mouth, outline, tube } from '../turned.ts'
import type { Roast } from './beans.ts'
import { bean, branch, heap, leafShape } from './beans.ts'
import { by, front } from './glasses.ts'

interface Prop { at: Point, size?: number, colour?: string }

/** Draws a glass jar full of beans under a wooden lid. */
export function jar({ at: [x, y], size = 1 }: Prop, roast: Roast = 'medium'): string {
  const turned: Turned = { at: [x, y], profile: by([[116, 0], [126, 12], [128, 230], [112, 262]], size) }
  const inside: Turned = { at: [x, y - 12 * size], profile: by([[108, 0], [117, 12], [119, 176]], size) }
  const beans = clipped(body(inside, '#2a1710')
      + Array.from({ length: 9 }, (_, row) => Array.from({ length: 7 }, (_, i) =>
    bean([x + (i - 3 + (row % 2) / 2) * 38 * size, y - (4 + row * 22) * size
        + (1 - ((i - 3) / 3.6) ** 2) * 26 * size], 54 * size, { turn: (row * 47 + i * 71) % 180, roast }))
        .join('')).join(''), outline(inside))
    + heap([x, y - 186 * size], [112 * size, 34 * size], { size: 52 * size, roast, bed: false, seed: 40 })
  return cast([x, y], 126 * size, 300 * size) + body(turned, glass(0.8)) + beans + front(turned, size)
    + body({ at: [x, y - 258 * size], profile: by([[122, 0], [122, 40]], size), straight: true },
      linear([[0, '#d8a069'], [0.5, '#b3743f'], [1, '#6b3d22']]))
    + shape(oval([x, y - 298 * size], 122 * size, 122 * flat * size), '#cf9860')
}

/** Draws an open jute sack full of beans. */
export function sack({ at: [x, y], size = 1, colour = ink.kraft }: Prop, roast: Roast = 'medium'): string {
  const p = (px: number, py: number) => `${n(x + px * size)} ${n(y + py * size)}`
  const d = path`M${p(-190, 0)}C${p(-250, -90)} ${p(-236, -220)} ${p(-186, -300)}L${p(186, -300)}`
    + path`C${p(236, -220)} ${p(250, -90)} ${p(190, 0)}Q${p(0, 56)} ${p(-190, 0)}Z`
  const folds = [{ from: -120, to: -150, low: -90 }, { from: -40, to: -20, low: -70 },
      { from: 70, to: 110, low: -110 }, { from: 150, to: 170,
      low: -150 }].map(({ from, to,
      low }) => line(path`M${p(from, -276)}Q${p((from + to) / 2 + 22, low / 2 - 138)} ${p(to, low)}`,
      darker(colour, 0.5), { 'stroke-width': 16 * size })).join('')
  const roll: Turned = { at: [x, y - 282 * size], profile: by([[196, 0], [212, 24], [200, 56]], size) }
  const threads = Array.from({ length: 16 },
      (_, i) => line(path`M${p(-216, -20 - i * 17)}Q${p(0, 36 - i * 17)} ${p(216, -20 - i * 17)}`,
      darker(colour, 0.4), { 'stroke-width': 2, opacity: 0.22 })).join('')
  return cast([x, y - 10], 210 * size, 300 * size)
    + shape(d, linear([[0, darker(colour, 0.06)], [0.2, lighter(colour, 0.3)], [0.55, colour],
      [1, darker(colour, 0.5)]])) + threads + soft(folds, 10, 0.35)
    + mouth(roll, colour, { deep: 4, thick: 26 * size, within: () => '' })
    + heap([x, y - 330 * size], [176 * size, 64 * size], { size: 50 * size, roast, bed: false, seed: 17 })
    + shape(path`M${p(-200, -338)}A${200 * size} ${200 * flat * size} 0 0 0 ${p(200, -338)}`
    + path`Q${p(220, -312)} ${p(208, -276)}A${208 * size} ${208 * flat * size} 0 0 1 ${p(-208, -276)}`
    + path`Q${p(-220, -312)} ${p(-200, -338)}Z`,
      linear([[0, lighter(colour, 0.1)], [0.2, lighter(colour, 0.5)], [0.55, lighter(colour, 0.15)],
      [1, darker(colour, 0.4)]]))
}

/** Draws a vase with leaves or, if `bloom` is a colour, with flowers. */
export function vase({ at: [x, y], size = 1, colour = ink.cream }: Prop, bloom?: string): string {
  const turned: Turned = { at: [x, y], profile: by([[70, 0], [112, 50], [120, 120], [64, 220], [44, 270],
      [56, 292]], size) }
  const stems: [number, number][] = [[-26, 250], [4, 320], [34, 240]]
  const plants = stems.map(([turn, tall]) => {
    const tip: Point = [x + Math.sin(turn * Math.PI / 180) * tall * size,
        y - (280 + Math.cos(turn * Math.PI / 180) * tall) * size]
    const leaves = [0.45, 0.7].map((part, i) => moved(group(leafShape(110 * size, ink.fern)),
        [x + (tip[0] - x) * part, y - 280 * size + (tip[1] - y + 280 * size) * part], turn - 90
      + (i ? 46 : -46))).join('')
    return line(path`M${x} ${y - 270 * size}Q${x} ${y - 380 * size} ${tip[0]} ${tip[1]}`, ink.fern,
        { 'stroke-width': 8 * size }) + leaves + (bloom ? flower(tip, 62 * size, bloom) : '')
  }).join('')
  const green = bloom ? '' : branch([x, y - 250 * size], { turn: -78, size: 0.9 * size, leaves: 4 })
    + branch([x, y - 250 * size], { turn: -118, size: 0.66 * size, leaves: 3 })
  return cast([x, y], 100 * size, 320 * size) + (bloom ? plants : green) + body(turned, glazed(colour))
    + glint(turned, [50 * size, 180 * size], 0.6)
}

export function flower(at: Point, radius: number, colour: string): string {
  return ring(at, { count: 14, radius, colour: darker(colour, 0.22), turn: 0 })
    + ring(at, { count: 12, radius: radius * 0.8, colour, turn: 12 })
    + ring(at, { count: 9, radius: radius * 0.56, colour: lighter(colour, 0.25), turn: 5 })
    + shape(oval(at, radius * 0.24), radial([[0, ink.caramel], [1, ink.bark]]))
}

interface Ring { count: number, radius: number, colour: string, turn: number }

function ring(at: Point, { count, radius, colour, turn }: Ring): string {
  const petal = shape('M0 0C34 -40 36 -100 0 -100C-36 -100 -34 -40 0 0Z', colour)
  return Array.from({ length: count }, (_, i) =>
    put(petal, at, { turn: i * 360 / count + turn, size: radius / 100 })).join('')
}

/** Draws a spoon that lies on the table. */
export function spoon(at: Point, turn = 20, colour = ink.steel): string {
  const form = shape(oval([0, 0], 58, 30),
      linear([[0, lighter(colour, 0.7)], [0.6, colour], [1, darker(colour, 0.35)]], [0, 0, 1, 1]))
    + shape(oval([4, 4], 44, 20), linear([[0, darker(colour, 0.45)], [1, lighter(colour, 0.55)]],
      [0, 0, 1, 1])) + shape('M54 -9L290 -7A9 9 0 0 1 290 11L54 9Z',
      linear([[0, lighter(colour, 0.6)], [1, darker(colour, 0.3)]], [0, 0, 0, 1]))
  return moved(soft(shape('M-50 26Q0 54 60 26L300 26V10H50Z', '#2a1208'), 5, 0.4) + form, at, turn)
}

/** Draws a pile of biscuits. */
export function biscuits([x, y]: Point, size = 1): string {
  const one = (px: number, py: number) => {
    const at: Point = [x + px * size, y + py * size]
    const r = 92 * size
    const random = randomFrom(Math.round(px + 50))
    return shape(oval([at[0], at[1] + 20 * size], r, r * flat), '#8d5a30')
      + shape(oval(at, r, r * flat), linear([[0, '#ebc38a'], [1, '#bf8449']], [0, 0, 1, 1]))
      + Array.from({ length: 9 }, () => { const [a, d] = [random() * 6.28,
        random() * 0.78]; return shape(oval([at[0] + Math.cos(a) * d * r, at[1]
        + Math.sin(a) * d * r * flat], 11 * size, 6 * size), '#4a2a1a') }).join('')
  }
  return cast([x, y + 16 * size], 92 * size, 60 * size) + one(0, 0) + one(14, -28) + one(-6, -56)
}

/** Draws a bundle of cinnamon sticks. */
export function cinnamon(at: Point, turn = -12, size = 1): string {
  const stick = (y: number) => shape(box([-130, y - 15], [260, 30], 15),
      linear([[0, '#c07c45'], [0.5, '#8d5029'], [1, '#55301a']], [0, 0, 0, 1]))
    + shape(oval([126, y], 9, 15), '#55301a') + shape(oval([126, y], 4, 8), '#2a1710')
  const shadow = soft(shape(box([-120, 4], [270, 44], 20), '#2a1208'), 10, 0.45)
  const string = shape(box([-14, -42], [20, 78], 8), ink.milk)
  return put(shadow + stick(16) + stick(-16) + moved(stick(0), [6, -8], 4) + string, at, { turn, size })
}

/** Draws a candle in a brass holder. */
export function candle({ at: [x, y], size = 1 }: Prop): string {
  const wax: Turned = { at: [x, y - 34 * size], profile: by([[36, 0], [36, 230]], size), straight: true }
  const flame = put(shape('M0 -84C34 -34 26 -2 0 0C-26 -2 -34 -34 0 -84Z',
    linear([[0, '#fff3c4'], [0.6, '#f7bb55'], [1, '#d9752c']], [0, 0, 0, 1])), [x, y - 282 * size], { size })
  return cast([x, y], 96 * size, 240 * size)
    + body({ at: [x, y], profile: by([[86, 0], [96, 12], [100, 26]], size) }, metal('#cc9b45'))
    + shape(oval([x, y - 26 * size], 100 * size, 100 * flat * size), '#b98735')
    + body(wax, glazed(ink.milk)) + shape(oval([x, y - 264 * size], 36 * size, 11 * size), '#fff3d8')
    + line(path`M${x} ${y - 268 * size}v${-22 * size}`, ink.espresso, { 'stroke-width': 5 * size })
    + soft(shape(oval([x, y - 320 * size], 150 * size), '#ffcf7a'), 34, 0.5)
    + flame
}

/** Draws a folded linen napkin with a stripe. */
export function napkin(at: Point, colour: string, turn = -8): string {
  return moved(soft(shape(polygon([[-210, -20], [220, -34], [250, 84], [-200, 92]]), '#2a1208'), 10, 0.35)
    + shape(polygon([[-220, -40], [206, -52], [236, 62], [-214, 74]]),
      linear([[0, lighter(colour, 0.35)], [1, darker(colour, 0.12)]], [0, 0, 1, 1]))
    + shape(polygon([[-220, 36], [228, 26], [231, 38], [-219, 50]]), darker(colour, 0.4), { opacity: 0.6 })
    + line('M-216 8L220 -6', darker(colour, 0.5), { 'stroke-width': 3, opacity: 0.4 }), at, turn)
}

/** Draws a small cask on a stand, seen from the front, with a tap. */
export function barrel(at: Point, size: number): string {
  const cask: Turned = { at, profile: by([[118, 0], [150, 90], [158, 170], [150, 250], [118, 340]], size) }
  const staves = [-0.78, -0.5, -0.18, 0.16, 0.48,
      0.78].map((part) => line(through([[at[0] + part * 118 * size, at[1] + 20 * size],
      [at[0] + part * 158 * size, at[1] - 170 * size], [at[0] + part * 118 * size, at[1] - 326 * size]]),
      '#4a2a1a', { 'stroke-width': 4, opacity: 0.5 })).join('')
  const hoops = places([24, 54], [104, 130], [214, 240], [290, 320])
      .map(([a, b]) => band(cask, [a * size, b * size], metal('#7a736a'))).join('')
  return cast(at, 150 * size, 340 * size) + body(cask, linear([[0, '#8d5a34'], [0.14, '#d39a64'],
      [0.5, '#a9683a'], [1, '#4d2b19']])) + clipped(staves, outline(cask)) + hoops
    + shape(oval([at[0], at[1] - 340 * size], 118 * size, 36 * size), '#c98d56')
    + shape(oval([at[0], at[1] - 338 * size], 104 * size, 30 * size), '#9b6238')
    + tube([[at[0] + 40 * size, at[1] - 60 * size], [at[0] + 96 * size, at[1] - 36 * size],
      [at[0] + 112 * size, at[1] + 6 * size]], 26 * size, '#cc9b45')
    + tube([[at[0] + 76 * size, at[1] - 50 * size], [at[0] + 80 * size, at[1] - 98 * size]], 18 * size,
      '#cc9b45')
}
