import { cast, soft, steam } from '../light.ts'
import { darker, ink, lighter } from '../palette.ts'
import type { Point } from '../svg.ts'
import { box, line, linear, oval, path, pick, places, polygon, shape } from '../svg.ts'
import type { Turned } from '../turned.ts'
import { band, body, brew, coffee, flat, glass, glazed, glint, metal, mouth, tube } from '../turned.ts'
import { by, front } from './glasses.ts'

export interface Pot { at: Point, size?: number, colour?: string }

/** Draws a moka pot: two facetted halves, a waist, a spout, a lid and a handle. */
export function mokaPot({ at: [x, y], size = 1, colour = ink.steel }: Pot): string {
  const at = (px: number, py: number): Point => [x + px * size, y + py * size]
  const facets = (points: [Point, Point, Point,
      Point][]) => points.map((corners, i) => shape(polygon(corners.map(([px, py]) => at(px, py))),
      pick([lighter(colour, 0.25), lighter(colour, 0.62), colour, darker(colour, 0.4)], i))).join('')
  const low = facets([[[-150, -6], [-172, -226], [-118, -238], [-100, 12]],
      [[-100, 12], [-118, -238], [6, -244], [4, 26]], [[4, 26], [6, -244], [112, -238], [98, 14]],
      [[98, 14], [112, -238], [168, -226], [148, -6]]])
  const high = facets([[[-128, -300], [-158, -520], [-108, -528], [-88, -290]],
      [[-88, -290], [-108, -528], [4, -532], [4, -284]], [[4, -284], [4, -532], [104, -528], [88, -290]],
      [[88, -290], [104, -528], [150, -520], [126, -300]]])
  const waist = by([[122, 0], [132, 14], [134, 62], [124, 72]], size)
  return cast([x, y], 150 * size, 560 * size)
    + tube([at(136, -500), at(236, -508), at(262, -440), at(232, -290), at(214, -250)], 40 * size,
      ink.espresso)
    + low + band({ at: at(0, -222), profile: by([[172, 0], [172, 30]], size), straight: true },
      [0, 30 * size], metal(colour)) + body({ at: at(0, -232), profile: waist }, metal(darker(colour, 0.12)))
    + shape(polygon([at(-152, -470), at(-226, -536), at(-150, -536), at(-128, -420)]),
      linear([[0, lighter(colour, 0.7)], [1, darker(colour, 0.1)]])) + high
    + shape(path`M${at(-160, -524)}L${at(-96, -578)}Q${at(0, -598)} ${at(92, -578)}L${at(152, -524)}`
    + path`Q${at(0, -504)} ${at(-160, -524)}Z`,
      linear([[0, lighter(colour, 0.3)], [0.3, lighter(colour, 0.66)], [0.55, colour],
      [1, darker(colour, 0.45)]]))
    + body({ at: at(0, -582), profile: by([[14, 0], [30, 22], [26, 52], [8, 62]], size) },
      glazed(ink.espresso))
    + shape(oval(at(-74, -118), 17 * size), darker(colour, 0.3))
    + shape(oval(at(-76, -120), 10 * size), lighter(colour, 0.5))
    + soft(line(path`M${at(-60, -500)}L${at(-48, -310)}M${at(-64, -220)}L${at(-54, -20)}`, '#fffaf0',
      { 'stroke-width': 20 * size }), 5, 0.5)
    + steam(at(-210, -550), 260 * size, 3)
}

/** Draws a small copper pot with a long handle. */
export function cezve({ at: [x, y], size = 1, colour = ink.copper }: Pot): string {
  const turned: Turned = { at: [x, y], profile: by([[150, 0], [176, 34], [180, 90], [142, 210], [112, 270],
      [128, 318]], size) }
  const dents = Array.from({ length: 5 * 12 }, (_, i) => {
    const [column, row] = [i % 12, Math.floor(i / 12)]
    const px = Math.sin((column + (row % 2) / 2) / 11.5 * Math.PI - Math.PI / 2) * (172 - row * 8)
    return shape(oval([x + px * size, y - (30 + row * 38) * size
        + Math.sqrt(Math.max(0, 1 - (px / 180) ** 2)) * 40 * size], 11 * size, 13 * size), row % 2
      ? '#2a1208' : '#fff1d6', { opacity: 0.13 })
  }).join('')
  return cast([x, y], 168 * size, 320 * size)
    + tube(places([118, -286], [260, -340], [470, -424])
      .map(([px, py]) => [x + px * size, y + py * size]), 30 * size, ink.bark)
    + tube(places([112, -284], [206, -320]).map(([px, py]) => [x + px * size, y + py * size]), 38 * size,
      colour)
    + body(turned, metal(colour)) + dents + band(turned, [244 * size, 258 * size], lighter(colour, 0.4))
    + glint(turned, [40 * size, 190 * size], 0.55)
    + mouth(turned, colour, { deep: 20 * size, thick: 7 * size,
      within: (centre, radius) => coffee(centre, radius) })
    + steam([x, y - 330 * size], 320 * size, 11)
}

/** Draws a gooseneck kettle. */
export function kettle({ at: [x, y], size = 1, colour = ink.copper }: Pot): string {
  const turned: Turned = { at: [x, y], profile: by([[186, 0], [196, 14], [192, 60], [150, 220], [118, 262]],
      size) }
  const at = (points: Point[]) => points.map(([px, py]): Point => [x + px * size, y + py * size])
  return cast([x, y], 190 * size, 300 * size)
    + tube(at([[110, -236], [230, -300], [300, -250], [276, -120], [226, -64]]), 36 * size, ink.espresso)
    + tube(at([[-150, -60], [-250, -96], [-270, -220], [-300, -310], [-352, -336]]), 27 * size, colour)
    + body(turned, metal(colour)) + glint(turned, [50 * size, 200 * size], 0.6)
    + body({ at: [x, y - 256 * size], profile: by([[120, 0], [116, 18], [60, 42], [24, 46]], size) },
      metal(darker(colour, 0.08)))
    + body({ at: [x, y - 296 * size], profile: by([[12, 0], [26, 20], [24, 40], [8, 48]], size) },
      glazed(ink.espresso))
}

/** Draws a French press: glass, frame and plunger. */
export function frenchPress({ at: [x, y], size = 1, colour = ink.copper }: Pot): string {
  const jug: Turned = { at: [x, y - 22 * size], profile: by([[148, 0], [150, 6], [150, 430]], size),
      straight: true }
  const drink: Turned = { at: [x, y - 26 * size], profile: by([[143, 0], [143, 300]], size), straight: true }
  const at = (px: number, py: number): Point => [x + px * size, y + py * size]
  const bars = [-138, 0, 132].map((px) => shape(box(at(px - 9, -424 + (px ? 0 : 34)),
      [18 * size, 424 * size - (px ? 4 : 0)], 4),
      linear([[0, lighter(colour, 0.5)], [0.5, colour], [1, darker(colour, 0.5)]]))).join('')
  return cast([x, y], 160 * size, 470 * size)
    + tube([at(140, -394), at(262, -392), at(286, -300), at(276, -130), at(146, -96)], 38 * size,
      ink.espresso)
    + body(jug, glass(0.8)) + body(drink, brew('#331a10')) + coffee(at(0, -326), 143 * size)
    + line(path`M${at(0, -326)}V${y - 560 * size}`, ink.steel, { 'stroke-width': 11 * size })
    + front(jug, size) + bars
    + band({ at: [x, y], profile: by([[158, 0], [158, 44]], size), straight: true }, [0, 44 * size],
      metal(colour)) + band({ at: at(0, -396), profile: by([[154, 0], [154, 30]], size), straight: true },
      [0, 30 * size], metal(colour))
    + body({ at: at(0, -448), profile: by([[160, 0], [158, 22], [110, 54], [20, 62]], size) }, metal(colour))
    + shape(polygon([at(-150, -450), at(-206, -470), at(-154, -430)]), lighter(colour, 0.4))
    + line(path`M${at(0, -508)}V${y - 570 * size}`, ink.steel, { 'stroke-width': 11 * size })
    + body({ at: at(0, -562), profile: by([[14, 0], [36, 22], [32, 48], [8, 58]], size) },
      glazed(ink.espresso))
}

/** Draws a glass brewer in the shape of an hourglass, with a wooden collar and a paper filter in its upper half. */
export function hourglass({ at: [x, y], size = 1 }: Pot): string {
  const turned: Turned = { at: [x, y], profile: by([[150, 0], [186, 30], [180, 120], [72, 290], [60, 318],
      [76, 350], [176, 560]], size) }
  const drink: Turned = { at: [x, y - 10 * size],
      profile: by([[146, 0], [178, 30], [172, 112], [140, 170]], size) }
  const paper: Turned = { at: [x, y - 330 * size], profile: by([[40, 0], [92, 110], [184, 262]], size),
      straight: true }
  const collar: Turned = { at: [x, y - 262 * size], profile: by([[92, 0], [68, 52], [92, 104]], size) }
  return cast([x, y], 170 * size, 560 * size) + body(turned, glass(0.9)) + body(drink, brew('#3a1d12'))
    + coffee([x, y - 180 * size], 140 * size, 'black')
    + body(paper, linear([[0, '#e9d6b4'], [0.3, '#fbf2e0'], [0.55, '#ecdcbc'], [1, '#bda27b']]))
    + mouth(paper, '#e6d2ae', { deep: 60 * size, thick: 5, within: (centre, radius) => shape(oval(centre,
      radius * 0.92, radius * flat * 0.86), linear([[0, '#2c160e'], [0.5, '#4d2a19'], [1, '#6b3f25']])) })
    + front({ ...turned, profile: turned.profile.slice(0, -1) }, size)
    + body(collar, linear([[0, '#8d5a34'], [0.2, '#d39a64'], [0.5, '#a9683a'], [1, '#56301b']]))
    + band(collar, [46 * size, 58 * size], '#4a2a1a')
    + shape(oval([x + 6 * size, y - 196 * size], 17 * size), '#d39a64')
    + line(path`M${x + 2} ${y - 236 * size}L${x + 6 * size} ${y - 200 * size}`, '#4a2a1a',
      { 'stroke-width': 5 })
    + steam([x, y - 560 * size], 250 * size, 21)
}
