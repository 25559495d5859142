import { cast, steam } from '../light.ts'
import { darker, ink, lighter } from '../palette.ts'
import type { Point } from '../svg.ts'
import { line, linear, oval, path, polygon, shape } from '../svg.ts'
import type { Turned } from '../turned.ts'
import { band, body, brew, coffee, flat, footOf, glass, glazed, glint, metal, mouth, plate, rimOf,
    tube } from '../turned.ts'
import { heap } from './beans.ts'
import { by, front, server } from './glasses.ts'
import type { Pot } from './pots.ts'

/** Draws a ribbed ceramic dripper with a paper filter. `at` is the middle of its base. */
export function dripper({ at, size = 1, colour = ink.cream }: Pot): string {
  const cone: Turned = { at: [at[0], at[1] - 14 * size], profile: by([[62, 0], [92, 60], [178, 210]], size),
      straight: true }
  const ribs = [-0.72, -0.42, -0.1, 0.24,
      0.56].map((part) => line(path`M${at[0] + part * 62 * size} ${at[1] - 2 * size}`
    + path`L${at[0] + part * 172 * size} ${at[1] - 186 * size + (1 - part * part) * 40 * size}`,
      darker(colour, 0.3), { 'stroke-width': 5, opacity: 0.35 })).join('')
  const arm: Point[] = [[120, -150], [216, -156], [222, -70], [104, -56]]
  return tube(arm.map(([x, y]): Point => [at[0] + x * size, at[1] + y * size]), 26 * size, colour)
    + plate(at, 128 * size, colour) + body(cone, glazed(colour)) + ribs
    + glint(cone, [50 * size, 190 * size], 0.6)
    + mouth(cone, '#ecdcbc', { deep: 34 * size, thick: 8,
      within: (centre, radius) => shape(oval(centre, radius * 0.94, radius * flat * 0.92),
      linear([[0, '#2c160e'], [0.6, '#4d2a19'], [1, '#7a4a2c']]))
    + shape(oval([centre[0] - radius * 0.1, centre[1]], radius * 0.5, radius * flat * 0.44), '#8d5c37',
      { opacity: 0.7 }) })
}

/** Draws a dripper on a glass server, with coffee dripping into it. */
export function pourOver({ at, size = 1, colour = ink.cream }: Pot): string {
  return server({ at, size }, 0.32) + line(path`M${at[0]} ${at[1] - 380 * size}V${at[1] - 130 * size}`,
      ink.bark, { 'stroke-width': 5 * size, opacity: 0.8 })
    + dripper({ at: [at[0], at[1] - 398 * size], size, colour })
    + steam([at[0], at[1] - 620 * size], 220 * size, 8)
}

/** Draws a wooden stand with a cloth filter above a cup, as used in Costa Rica. */
export function clothStand({ at: [x, y], size = 1 }: Pot, cup: string): string {
  const at = (px: number, py: number): Point => [x + px * size, y + py * size]
  const wood = linear([[0, '#d8a069'], [0.4, '#b3743f'], [1, '#6b3d22']])
  const sock: Turned = { at: at(0, -352), profile: by([[34, 0], [60, 60], [98, 250]], size) }
  return cast([x, y], 220 * size, 620 * size)
    + shape(polygon([at(-246, -6), at(-200, -70), at(236, -70), at(256, -6)]), wood)
    + shape(polygon([at(-246, -6), at(256, -6), at(256, 34), at(-246, 34)]), '#7d4a2a')
    + [-196, 176].map((px) => shape(polygon([at(px, -44), at(px, -656), at(px + 34, -656),
      at(px + 34, -44)]), wood)).join('') + cup
    + shape(polygon([at(-226, -652), at(-210, -680), at(240, -680), at(226, -652)]), '#d8a069')
    + shape(polygon([at(-226, -652), at(226, -652), at(226, -612), at(-226, -612)]), wood)
    + body(sock, linear([[0, '#e2cba4'], [0.3, '#f8ecd4'], [0.6, '#e0c79e'], [1, '#a88a62']]))
    + body({ ...sock, profile: by([[34, 0], [56, 54], [72, 118]], size) },
      linear([[0, '#6b3f25', 0.75], [1, '#3a1d12', 0.75]]))
    + shape(polygon([at(-110, -604), at(110, -604), at(106, -620), at(-106, -620)]), ink.iron)
    + line(path`M${at(0, -350)}V${y - 190 * size}`, ink.bark, { 'stroke-width': 6 * size })
}

/** Draws a South Indian steel tumbler in its deep dish. */
export function steelTumbler({ at: [x, y], size = 1 }: Pot): string {
  const dish: Turned = { at: [x, y], profile: by([[170, 0], [196, 12], [212, 110], [226, 118]], size) }
  const cup: Turned = { at: [x, y - 48 * size],
      profile: by([[96, 0], [106, 14], [126, 290], [148, 312]], size) }
  return cast([x, y], 196 * size, 300 * size)
    + body({ ...dish, profile: by([[226, 110], [226, 118]], size) }, metal(ink.steel))
    + mouth(dish, ink.steel, { deep: 30 * size, thick: 12,
      within: (centre, radius) => shape(oval(centre, radius, radius * flat), '#6d6861') })
    + body(cup, metal(ink.steel)) + band(cup, [120 * size, 130 * size], darker(ink.steel, 0.35))
    + band(cup, [142 * size, 147 * size], darker(ink.steel, 0.35))
    + frontOf(dish) + glint(dish, [20 * size, 90 * size], 0.6) + glint(cup, [130 * size, 280 * size], 0.7)
    + mouth(cup, ink.steel, { deep: 16 * size, thick: 12 * size,
      within: (centre, radius) => foamy(centre, radius) }) + steam([x, y - 380 * size], 260 * size, 14)
}

/** Draws a hand grinder: a wooden box with a drawer, a brass dome and a crank. */
export function grinder({ at: [x, y], size = 1 }: Pot): string {
  const at = (px: number, py: number): Point => [x + px * size, y + py * size]
  const side = polygon([at(150, 14), at(226, -26), at(216, -290), at(140, -262)])
  const bowl: Turned = { at: at(12, -290), profile: by([[60, 0], [140, 70], [168, 140]], size) }
  return cast(at(30, 0), 190 * size, 560 * size)
    + shape(side, '#5a3320') + shape(polygon([at(-160, 14), at(150, 14), at(140, -262), at(-150, -262)]),
      linear([[0, '#d09a63'], [0.35, '#b3743f'], [1, '#8a5530']]))
    + [0, 1, 2, 3].map((i) => line(path`M${at(-150 + i * 4, -226 + i * 62)}`
    + path`q${130 * size} ${(i % 2 ? 14 : -12) * size} ${286 * size} 0`, '#6b3d22',
      { 'stroke-width': 3, opacity: 0.35 })).join('')
    + shape(polygon([at(-110, -30), at(104, -30), at(100, -140), at(-106, -140)]),
      linear([[0, '#b67a47'], [1, '#7d4a2a']]))
    + line(polygon([at(-110, -30), at(104, -30), at(100, -140), at(-106, -140)]), '#53301c',
      { 'stroke-width': 5 }) + shape(oval(at(-2, -86), 21 * size), '#8a6a2c')
    + shape(oval(at(-5, -90), 14 * size), '#e5bd62')
    + shape(polygon([at(-174, -258), at(158, -258), at(232, -294), at(-100, -300)]), '#c98d56')
    + shape(polygon([at(-174, -258), at(158, -258), at(158, -240), at(-174, -240)]), '#7d4a2a')
    + body(bowl, metal('#cc9b45')) + mouth(bowl, '#cc9b45', { deep: 18 * size, thick: 10, within: () => '' })
    + heap(at(12, -432), [138 * size, 44 * size], { size: 46 * size, bed: false, roast: 'medium', seed: 4 })
    + tube([at(12, -430), at(12, -560)], 22 * size, '#8d877d')
    + tube([at(8, -560), at(-120, -580), at(-226, -572)], 20 * size, '#8d877d')
    + body({ at: at(-226, -576), profile: by([[14, 0], [32, 22], [30, 66], [10, 84]], size) },
      glazed(ink.brick))
}

/** Draws a Vietnamese drip filter on a glass. */
export function phin({ at: [x, y], size = 1 }: Pot): string {
  const glassy: Turned = { at: [x, y], profile: by([[118, 0], [126, 12], [136, 300]], size) }
  const drink: Turned = { at: [x, y - 20 * size], profile: by([[112, 0], [118, 10], [124, 170]], size) }
  const milk: Turned = { at: [x, y - 20 * size], profile: by([[112, 0], [118, 10], [120, 56]], size) }
  const tin: Turned = { at: [x, y - 318 * size], profile: by([[112, 0], [114, 8], [116, 196]], size),
      straight: true }
  return cast([x, y], 130 * size, 520 * size) + body(glassy, glass(0.9)) + body(drink, brew('#3a1d12'))
    + body(milk, linear([[0, '#e6d0aa'], [0.2, '#fbf2e0'], [1, '#c4a981']]))
    + coffee([x, y - 190 * size], 124 * size, 'black')
    + line(path`M${x} ${y - 310 * size}V${y - 200 * size}`, ink.bark,
      { 'stroke-width': 6 * size, 'stroke-dasharray': '22 16' }) + front(glassy, size)
    + plate([x, y - 314 * size], 190 * size, ink.steel) + body(tin, metal(ink.steel))
    + band(tin, [150 * size, 156 * size], darker(ink.steel, 0.4)) + glint(tin, [20 * size, 180 * size], 0.6)
    + body({ at: [x, y - 508 * size], profile: by([[126, 0], [126, 14], [70, 34], [18, 38]], size) },
      metal(ink.steel)) + body({ at: [x, y - 540 * size],
      profile: by([[10, 0], [24, 16], [22, 34], [6, 42]], size) }, glazed(ink.espresso))
}

/** Draws a siphon: a globe below, a funnel above, on a stand over its flame. */
export function siphon({ at: [x, y], size = 1, colour = ink.copper }: Pot): string {
  const at = (px: number, py: number): Point => [x + px * size, y + py * size]
  const globe: Turned = { at: at(0, -150),
      profile: by([[60, 0], [140, 60], [152, 130], [110, 220], [50, 262], [46, 300]], size) }
  const drink: Turned = { at: at(0, -156), profile: by([[58, 0], [134, 58], [145, 120]], size) }
  const upper: Turned = { at: at(0, -440), profile: by([[40, 0], [110, 30], [128, 90], [130, 270]], size) }
  const full: Turned = { at: at(0, -446), profile: by([[38, 0], [104, 28], [122, 90], [124, 170]], size) }
  const flame = path`M${at(0, -150)}C${at(40, -110)} ${at(34, -84)} ${at(0, -82)}`
    + path`C${at(-34, -84)} ${at(-40, -110)} ${at(0, -150)}Z`
  return cast([x, y], 190 * size, 640 * size)
    + tube([at(214, -20), at(226, -300), at(214, -420), at(60, -428)], 26 * size, colour)
    + body({ at: [x + 20 * size, y], profile: by([[214, 0], [214, 26]], size), straight: true },
      metal(ink.bark)) + shape(oval(at(20, -26), 214 * size, 214 * flat * size),
      linear([[0, '#c98d56'], [1, '#6b3d22']]))
    + body({ at: at(0, -18), profile: by([[70, 0], [78, 30], [40, 56], [22, 62]], size) }, glass(1.2))
    + shape(flame, linear([[0, '#ffe7a8'], [1, '#e28b3a']], [0, 1, 0, 0]))
    + body(globe, glass(0.9)) + body(drink, brew('#5a3018')) + coffee(at(0, -276), 145 * size, 'black')
    + front(globe, size)
    + body(upper, glass(0.9)) + body(full, brew('#3a1d12')) + coffee(at(0, -616), 124 * size)
    + front(upper, size)
    + band({ at: at(0, -452), profile: by([[60, 0], [60, 40]], size), straight: true }, [0, 40 * size],
      metal(colour)) + steam(at(0, -720), 180 * size, 6)
}

function frontOf(dish: Turned): string {
  const [x, y] = dish.at
  const [wide, high] = rimOf(dish)
  const foot = footOf(dish)
  const edge = path`M${x - wide} ${y - high}A${wide} ${wide * flat} 0 0 0 ${x + wide} ${y - high}`
  const right = path`Q${x + wide * 0.92} ${y - 30} ${x + foot} ${y}`
  const left = path`A${foot} ${foot * flat} 0 0 1 ${x - foot} ${y}`
    + path`Q${x - wide * 0.92} ${y - 30} ${x - wide} ${y - high}Z`
  return shape(edge + right + left, metal(ink.steel))
    + line(edge, lighter(ink.steel, 0.7), { 'stroke-width': 8 })
}

function foamy([x, y]: Point, radius: number): string {
  const bubbles = Array.from({ length: 14 },
      (_, i) => shape(oval([x + Math.cos(i * 2.4) * radius * (0.2 + (i % 5) * 0.15), y
      + Math.sin(i * 2.4) * radius * flat * (0.2 + (i % 5) * 0.15)], radius * 0.07, radius * 0.04),
      '#fff6e4', { opacity: 0.7 })).join('')
  return shape(oval([x, y], radius, radius * flat), linear([[0, '#b98552'], [1, '#dcb283']])) + bubbles
}
