import { cast, soft } from '../light.ts'
import { darker, ink, lighter, mix } from '../palette.ts'
import type { Point } from '../svg.ts'
import { box, clipped, group, line, linear, moved, n, oval, polygon, radial, randomFrom, shape, through } from '../svg.ts'
import { leafShape } from '../things/beans.ts'
import { flower } from '../things/props.ts'
import type { Turned } from '../turned.ts'
import { band, body, glint, metal, outline, tube } from '../turned.ts'
import { by } from '../things/glasses.ts'

const whole = box([100, 40], [1000, 740])

export function ranges(): string {
  const peak = (x: number, y: number, wide: number, lit: string, dim: string) => {
    const [ridge, snow] = [x + wide * 0.06, y + wide * 0.26]
    return shape(polygon([[x - wide, 780], [x, y], [ridge, 780]]), lit) + shape(polygon([[x, y], [x + wide, 780], [ridge, 780]]), dim)
      + shape(polygon([[x, y], [x - (snow - y) * wide / (780 - y), snow], [x - wide * 0.1, snow - wide * 0.06], [x + 3, snow + wide * 0.05]]), ink.cream)
      + shape(polygon([[x, y], [x + 3, snow + wide * 0.05], [x + wide * 0.12, snow - wide * 0.05], [x + (snow - y) * wide / (780 - y), snow]]), '#c9d3cd')
  }
  return sky('#cfe0dc', '#f5e6c8') + shape(oval([850, 250], 66), '#fff3d2') + peak(380, 250, 420, '#a9bfbd', '#84a0a1') + peak(900, 330, 400, '#9db5b4', '#779495') + peak(640, 190, 470, '#7f9d9f', '#55787d')
    + hills([[100, 640], [330, 590], [560, 640], [800, 580], [1100, 640]], '#5d7c74') + pines(22, 700, '#33524f', 3) + pines(17, 790, '#24403f', 9)
}

export function marigoldYard(): string {
  const random = randomFrom(8)
  const rows = Array.from({ length: 5 }, (_, row) => Array.from({ length: 16 - row * 2 }, (_, i) => {
    const size = 15 + row * 11
    return flower([130 + (i + random() * 0.6) * 960 / (15 - row * 2), 560 + row * row * 11 + row * 16 + random() * 14], size, random() < 0.5 ? ink.ochre : '#e07f2c')
  }).join('')).join('')
  const house = shape(polygon([[720, 500], [720, 400], [800, 340], [880, 400], [880, 500]]), '#f3e3c8') + shape(polygon([[880, 500], [880, 400], [980, 400], [980, 500]]), '#d9bd95') + shape(polygon([[700, 410], [800, 330], [940, 330], [1000, 410], [890, 410], [800, 344]]), ink.brick) + shape(box([778, 430], [44, 70], 22), ink.bark) + shape(box([915, 430], [34, 36]), ink.bark)
  return sky('#f6d88f', '#fdf0cf') + shape(oval([360, 250], 92), '#fff6dc') + hills([[100, 470], [340, 420], [640, 480], [900, 430], [1100, 460]], '#c4b56a') + house
    + hills([[100, 520], [400, 490], [700, 524], [1100, 490]], '#8f9a55') + shape(box([100, 530], [1000, 260]), linear([[0, '#7d8a48'], [1, '#46592f']], [0, 0, 0, 1])) + rows
}

export function moonMoth(): string {
  const random = randomFrom(15)
  const stars = Array.from({ length: 60 }, () => shape(oval([110 + random() * 980, 70 + random() * 520], 1.5 + random() * 3.2), '#f7e3bb', { opacity: n(0.4 + random() * 0.6) })).join('')
  const half = shape('M0 -14C60 -150 210 -190 262 -136C280 -86 210 -6 112 22C60 34 20 20 0 8Z', linear([[0, '#8a4a30'], [0.5, ink.copper], [1, '#e6b877']], [0, 0, 1, 0]))
    + shape('M0 6C40 22 96 34 150 32C180 74 160 140 110 160C60 150 16 90 0 40Z', linear([[0, '#70361f'], [1, '#cf9457']], [0, 0, 1, 0.6]))
    + shape(oval([164, -90], 30, 26), ink.cream) + shape(oval([164, -90], 16, 14), ink.plum) + shape(oval([94, 84], 20, 18), ink.cream) + shape(oval([94, 84], 10, 9), ink.plum)
    + line('M40 -40Q130 -110 236 -126M36 -14Q120 -40 220 -70M30 22Q80 60 128 130', '#5d2b1a', { 'stroke-width': 4, opacity: 0.7 })
    + line('M4 -46Q20 -110 66 -132', ink.cream, { 'stroke-width': 6 })
  const moth = half + group(half, { transform: 'scale(-1 1)' }) + shape(oval([0, 6], 19, 70), linear([[0, '#e7c99b'], [1, '#7c4a2e']])) + [0, 20, 40].map(y => line(`M-16 ${y}H16`, '#5d2b1a', { 'stroke-width': 5 })).join('')
  return sky('#2b2335', '#7b4a4c') + stars + soft(shape(oval([600, 350], 250), '#f5d9a0'), 60, 0.4) + shape(oval([600, 350], 224), linear([[0, '#fbecc6'], [1, '#e6bf83']], [0, 0, 1, 1]))
    + [[520, 270, 34], [690, 420, 46], [610, 210, 20], [480, 420, 24]].map(([x, y, r]) => shape(oval([x, y], r), '#d9ad70', { opacity: 0.35 })).join('')
    + moved(soft(group(moth, { opacity: 0.9 }), 2) , [600, 350], 0) + hills([[100, 640], [320, 600], [620, 660], [860, 590], [1100, 650]], '#3c2937') + hills([[100, 710], [380, 680], [760, 716], [1100, 690]], '#261a26')
}

export function lowSun(): string {
  const tones = ['#d98f63', '#c9764a', '#b6603a', '#9b4c2e', '#7f3b26', '#64301f']
  const terraces = tones.map((tone, i) => {
    const y = 440 + i * 62
    const d = through([[90, y + (i % 2 ? 26 : -8)], [330, y - 34 + i * 6], [600, y + (i % 2 ? -14 : 24)], [860, y - 20], [1110, y + (i % 2 ? 20 : -26)]])
    const bushes = Array.from({ length: 15 }, (_, k) => shape(oval([130 + k * 68 + (i % 2) * 30, y + 30 + Math.sin(k * 1.7 + i) * 10], 15 + i * 2, 11 + i * 1.6), mix('#7d8a48', '#3b4a2a', i / 6))).join('')
    return shape(`${d}V790H90Z`, linear([[0, lighter(tone, 0.12)], [1, darker(tone, 0.12)]])) + line(d, lighter(tone, 0.4), { 'stroke-width': 5, opacity: 0.6 }) + bushes
  }).join('')
  return sky('#f0a25f', '#fbe0a6') + [170, 130].map((r, i) => shape(oval([640, 400], r + 60), '#fff0c4', { opacity: 0.25 + i * 0.15 })).join('') + shape(oval([640, 400], 140), linear([[0, '#fff0bd'], [1, '#ee8a45']], [0, 0, 0, 1]))
    + line('M250 220h150M300 250h190M820 200h130M770 234h120', '#fff0c4', { 'stroke-width': 12, opacity: 0.6 }) + terraces
}

export function harbour(): string {
  const light = shape(polygon([[420, 292], [1120, 150], [1120, 420]]), linear([[0, '#ffeeb5', 0.9], [1, '#ffeeb5', 0]])) + shape(polygon([[380, 292], [80, 230], [80, 350]]), linear([[0, '#ffeeb5', 0], [1, '#ffeeb5', 0.8]]))
  const tower = shape(polygon([[352, 330], [448, 330], [474, 640], [326, 640]]), linear([[0, '#fff3df'], [0.5, '#e6d2b4'], [1, '#9d8469']]))
  const stripes = [380, 470, 560].map(y => clipped(shape(box([300, y], [200, 44]), linear([[0.2, '#d0714a'], [1, '#7e3522']])), polygon([[352, 330], [448, 330], [474, 640], [326, 640]]))).join('')
  const top = shape(box([338, 316], [124, 18], 5), ink.espresso) + shape(box([364, 254], [72, 64]), '#fff0b8') + line('M382 254V318M400 254V318M418 254V318', ink.espresso, { 'stroke-width': 5 }) + shape('M352 256L400 206L448 256Z', ink.brick) + shape(oval([400, 202], 9), ink.espresso)
  const waves = Array.from({ length: 22 }, (_, i) => line(`M${120 + (i * 173) % 940} ${612 + (i * 37) % 160}q30 -12 60 0t60 0`, i % 3 ? '#8db0ad' : '#f6e6c6', { 'stroke-width': 5, opacity: 0.6 })).join('')
  const boat = shape('M760 620H930L900 664H790Z', ink.brick) + shape(polygon([[838, 610], [838, 440], [940, 606]]), ink.cream) + shape(polygon([[826, 606], [826, 470], [760, 606]]), '#d9c6a6') + line('M832 430V620', ink.espresso, { 'stroke-width': 7 })
  return sky('#54787c', '#f1cfa0') + light + shape(box([100, 560], [1000, 230]), linear([[0, '#7fa09c'], [1, '#2c5057']], [0, 0, 0, 1])) + hills([[860, 560], [960, 530], [1100, 520]], '#6c8783')
    + shape('M100 640C220 590 330 600 400 610C500 620 560 650 590 690H100Z', linear([[0, '#7a6450'], [1, '#463628']])) + tower + stripes + top + waves + boat
}

export function marsh(): string {
  const random = randomFrom(26)
  const reeds = Array.from({ length: 54 }, (_, i) => {
    const x = 110 + random() * 300 + (i % 2 ? 660 * random() ** 0.5 * (random() < 0.4 ? 0.2 : 1) : 0)
    const tall = 160 + random() * 200
    const tip: Point = [x + 30 + random() * 40, 790 - tall]
    return line(`M${n(x)} 790Q${n(x)} ${n(790 - tall * 0.6)} ${n(tip[0])} ${n(tip[1])}`, i % 3 ? '#6d7a4b' : '#a9955a', { 'stroke-width': 6 }) + (i % 3 === 0 ? moved(shape(oval([0, 0], 9, 34), '#6b4028'), tip, 14) : '')
  }).join('')
  const heron = shape('M640 640C600 600 610 540 670 520C740 500 810 540 850 590C790 596 740 640 690 650Z', linear([[0, '#c7d0c9'], [1, '#66797b']])) + shape('M690 566C750 556 820 570 856 594C800 610 740 624 700 612Z', '#4c6267')
    + line(through([[664, 580], [612, 536], [606, 490], [640, 446], [640, 400], [624, 352]]), linear([[0, '#e6ebe4'], [1, '#94a6a6']]), { 'stroke-width': 30 }) + line(through([[650, 572], [606, 530], [602, 492]]), '#f3f1e4', { 'stroke-width': 8, opacity: 0.7 }) + shape(oval([628, 348], 31, 23), '#dfe5dd') + shape(polygon([[602, 338], [500, 366], [606, 362]]), ink.ochre) + shape('M616 332Q670 316 712 344Q670 340 636 346Z', '#2f4347') + shape(oval([618, 344], 5), ink.espresso)
    + line('M680 646L672 748L640 752M716 640L722 744L690 750', '#5d4a2e', { 'stroke-width': 9 })
  const water = [590, 636, 690].map((y, i) => shape(oval([600 + i * 60, y], 520 - i * 90, 9), '#f6ead0', { opacity: 0.5 })).join('')
  return sky('#e6d9b4', '#f7ecd2') + shape(oval([380, 300], 84), '#fff8e4') + hills([[100, 520], [350, 496], [640, 520], [900, 488], [1100, 510]], '#a4af8c') + hills([[100, 556], [440, 540], [760, 560], [1100, 536]], '#84946c')
    + shape(box([100, 560], [1000, 230]), linear([[0, '#c9d0b8'], [1, '#7f9788']], [0, 0, 0, 1])) + water + heron + reeds
}

export function quarryBell(): string {
  const bell: Turned = { at: [600, 520], profile: by([[196, 0], [186, 14], [138, 90], [116, 200], [92, 270], [40, 300]], 1) }
  const random = randomFrom(40)
  const blocks = Array.from({ length: 40 }, (_, i) => {
    const row = Math.floor(i / 8)
    return shape(box([90 + (i % 8) * 130 + (row % 2) * 60, 470 + row * 66], [124, 60], 6), mix('#d8b58a', '#a67a52', random()), { opacity: n(0.8) })
  }).join('')
  return sky('#f2c98f', '#fbe8c4') + hills([[100, 400], [260, 340], [480, 420], [720, 360], [940, 410], [1100, 350]], '#d3a676') + shape(box([90, 460], [1020, 340]), '#b98d63') + blocks
    + soft(shape(outline({ ...bell, at: [650, 560] }), '#2a1208'), 18, 0.35) + shape(box([90, 118], [1020, 52]), linear([[0, '#7d4a2a'], [0.3, '#a9683a'], [1, '#4a2a1a']])) + shape(box([560, 150], [80, 80], 12), ink.iron) + line('M600 130V230', ink.iron, { 'stroke-width': 26 })
    + shape(oval([600, 552], 34), radial([[0, '#8d6a4a'], [1, ink.espresso]], [0.35, 0.3], 0.8)) + shape(oval([600, 520], 196, 58), '#4d2b17') + body(bell, metal(ink.copper)) + band(bell, [30, 46], darker(ink.copper, 0.4)) + band(bell, [60, 66], lighter(ink.copper, 0.5)) + band(bell, [196, 206], darker(ink.copper, 0.3)) + glint(bell, [80, 240], 0.7)
}

export function fernWood(): string {
  const random = randomFrom(3)
  const trunks = Array.from({ length: 9 }, (_, i) => shape(polygon([[130 + i * 118, 40], [166 + i * 118 + random() * 16, 40], [180 + i * 118, 790], [118 + i * 118, 790]]), linear([[0, mix('#8fa07b', '#54684a', random())], [1, '#3d5239']]), { opacity: i % 2 ? 0.9 : 0.55 })).join('')
  const rays = [240, 470, 720].map(x => shape(polygon([[x, 40], [x + 90, 40], [x + 330, 790], [x + 120, 790]]), '#fff4cf', { opacity: 0.16 })).join('')
  const fronds = [[160, 790, -62, 1.5], [360, 800, -98, 1.4], [560, 810, -76, 1.7], [760, 800, -112, 1.5], [960, 800, -84, 1.6], [1080, 790, -126, 1.3], [240, 810, -120, 1.2], [660, 820, -50, 1.2]]
    .map(([x, y, turn, size], i) => moved(group(frond(i % 2 ? '#6f8a4e' : '#8aa35f'), { transform: `scale(${size})` }), [x, y], turn)).join('')
  return sky('#c9d6a6', '#eef0cd') + trunks + rays + hills([[100, 690], [400, 660], [700, 700], [1100, 660]], '#4b6540') + fronds
}

/** A small cask on its side rest, seen from the front, with a tap. */
export function barrel(at: Point, size: number): string {
  const cask: Turned = { at, profile: by([[118, 0], [150, 90], [158, 170], [150, 250], [118, 340]], size) }
  const staves = [-0.78, -0.5, -0.18, 0.16, 0.48, 0.78].map(part => line(through([[at[0] + part * 118 * size, at[1] + 20 * size], [at[0] + part * 158 * size, at[1] - 170 * size], [at[0] + part * 118 * size, at[1] - 326 * size]]), '#4a2a1a', { 'stroke-width': 4, opacity: 0.5 })).join('')
  const hoops = [[24, 54], [104, 130], [214, 240], [290, 320]].map(([a, b]) => band(cask, [a * size, b * size], metal('#7a736a'))).join('')
  return cast(at, 150 * size, 340 * size) + body(cask, linear([[0, '#8d5a34'], [0.14, '#d39a64'], [0.5, '#a9683a'], [1, '#4d2b19']])) + clipped(staves, outline(cask)) + hoops
    + shape(oval([at[0], at[1] - 340 * size], 118 * size, 36 * size), '#c98d56') + shape(oval([at[0], at[1] - 338 * size], 104 * size, 30 * size), '#9b6238')
    + tube([[at[0] + 40 * size, at[1] - 60 * size], [at[0] + 96 * size, at[1] - 36 * size], [at[0] + 112 * size, at[1] + 6 * size]], 26 * size, '#cc9b45') + tube([[at[0] + 76 * size, at[1] - 50 * size], [at[0] + 80 * size, at[1] - 98 * size]], 18 * size, '#cc9b45')
}

function frond(colour: string): string {
  return line('M0 0Q140 -26 280 6', darker(colour, 0.3), { 'stroke-width': 5 }) + Array.from({ length: 13 }, (_, i) => {
    const [x, long] = [20 + i * 20, 88 - Math.abs(i - 3) * 6.4]
    const y = -18 * Math.sin(i / 13 * Math.PI)
    return moved(leafShape(long, colour), [x, y], -62) + moved(leafShape(long, darker(colour, 0.12)), [x, y], 58)
  }).join('')
}

function sky(high: string, low: string): string {
  return shape(whole, linear([[0, high], [0.75, low], [1, low]], [0, 0, 0, 1]))
}

function hills(points: Point[], colour: string): string {
  return shape(`${through(points)}V800H${points[0][0]}Z`, linear([[0, lighter(colour, 0.14)], [1, darker(colour, 0.12)]]))
}

function pines(count: number, foot: number, colour: string, seed: number): string {
  const random = randomFrom(seed)
  return Array.from({ length: count }, (_, i) => {
    const [x, tall] = [110 + (i + random() * 0.5) * 980 / count, 110 + random() * 90]
    const tier = (k: number) => polygon([[x, foot - tall + k * tall * 0.2], [x + tall * (0.14 + k * 0.06), foot - tall * (0.6 - k * 0.24)], [x - tall * (0.14 + k * 0.06), foot - tall * (0.6 - k * 0.24)]])
    return [0, 1, 2].map(k => shape(tier(k), linear([[0, lighter(colour, 0.18)], [0.5, colour], [0.52, darker(colour, 0.2)], [1, darker(colour, 0.3)]]))).join('')
  }).join('')
}
