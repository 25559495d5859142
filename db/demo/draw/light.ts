import type { Mood } from './palette.ts'
import { darker, ink, lighter, mix } from './palette.ts'
import type { Point } from './svg.ts'
import { box, clipped, group, line, linear, n, oval, polygon, radial, randomFrom, shape, through } from './svg.ts'

export interface Canvas { width: number, height: number }
export interface Room { mood: Mood, canvas?: Canvas, horizon?: number, backdrop?: Backdrop, window?: number, table?: Table }
export type Backdrop = 'disc' | 'arch' | 'tiles' | 'shelf' | 'panel' | 'plain'
export type Table = 'wood' | 'cloth' | 'stone'

const square: Canvas = { width: 1200, height: 1200 }
const blurs = [2, 5, 10, 18, 34, 60]

/** The whole drawing: filters, the content, then the one light and grain that all pictures share. */
export function picture(content: string, canvas = square, seed = 7): string {
  const { width, height } = canvas
  const size = `width="${width}" height="${height}"`
  const all = box([0, 0], [width, height])
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">`
    + `<defs>${blurs.map(blurFilter).join('')}${grainFilter(seed)}</defs>`
    + content
    + shape(all, radial([[0, '#fff0cf', 0.26], [0.5, '#fff0cf', 0.05], [1, '#fff0cf', 0]], [0.16, 0.1], 0.9), { style: 'mix-blend-mode:soft-light' })
    + shape(all, linear([[0.45, '#2a1208', 0], [1, '#2a1208', 0.22]], [0.2, 0, 1, 1]))
    + `<rect ${size} filter="url(#grain)" style="mix-blend-mode:soft-light" opacity="0.22"/></svg>`
}

/** Blurs a group by one of the steps 2, 5, 10, 18, 34, 60. */
export function soft(content: string, blur: number, opacity = 1): string {
  return group(content, { filter: `url(#blur-${blur})`, opacity })
}

/** Wall, table, a shape behind the things, and the window's light falling in from the left. */
export function room({ mood, canvas = square, horizon = 760, backdrop = 'plain', window = 0.34, table = 'wood' }: Room): string {
  const { width, height } = canvas
  const wall = shape(box([0, 0], [width, horizon + 4]),
    linear([[0, lighter(mood.wall, 0.16)], [0.55, mood.wall], [1, darker(mood.wall, 0.16)]], [0, 0, 1, 0.7]))
  const pane = (x: number, top: number) => polygon([[x, top], [x + 190, top + 46], [x + 330, top + 420], [x + 140, top + 374]])
  const panes = [[250, -120], [470, -66], [400, 276], [620, 330]].map(([x, y]) => shape(pane(x + width * 0.16, y), '#fff1cf')).join('')
  return wall + behind(backdrop, mood, horizon)
    + clipped(soft(panes, 10, window), box([0, 0], [width, horizon]))
    + top(table, mood, { width, height: height - horizon }, horizon)
}

/** Where a thing stands: a dark line under it and a soft shadow that falls to the right. */
export function cast([x, y]: Point, radius: number, tall: number): string {
  const deep = radius * 0.3
  const reach = Math.min(tall * 1.15 + radius, 760)
  const long = polygon([[x - radius * 0.2, y - deep], [x + reach, y - deep * 0.4 + reach * 0.1],
    [x + reach * 1.04, y + reach * 0.22 + deep * 0.5], [x + radius * 0.2, y + deep * 1.05], [x - radius * 0.8, y + deep * 0.6]])
  return soft(shape(long, linear([[0, '#2a1208', 0.6], [0.5, '#2a1208', 0.42], [1, '#2a1208', 0]])), 18)
    + soft(shape(oval([x + radius * 0.06, y + deep * 0.14], radius * 1.05, deep * 1.1), '#2a1208'), 10, 0.6)
}

/** Steam that rises from a point, `tall` units high. */
export function steam([x, y]: Point, tall: number, seed = 1): string {
  const random = randomFrom(seed)
  const phase = random() * 3
  const wisps = [-0.2, 0, 0.2].map((aside, i) => {
    const high = tall * (i === 1 ? 1 : 0.66 + random() * 0.14)
    const points = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part): Point => [
      x + aside * tall * (0.8 + part * 0.2) + Math.sin(phase + part * 6 + i * 0.5) * tall * 0.05 * (0.5 + part), y - high * part])
    return line(through(points), linear([[0, '#fff6e6', 0], [0.2, '#fff6e6', 0.8], [0.6, '#fff6e6', 0.5], [1, '#fff6e6', 0]], [0, 1, 0, 0]), { 'stroke-width': tall * (i === 1 ? 0.07 : 0.045) })
  })
  return soft(wisps.join(''), 10, 0.7)
}

function behind(kind: Backdrop, mood: Mood, horizon: number): string {
  const tone = linear([[0, lighter(mood.accent, 0.14)], [1, darker(mood.accent, 0.06)]], [0, 0, 1, 1])
  if (kind === 'disc') return shape(oval([610, horizon - 300], 372), tone)
  if (kind === 'arch') return shape(`M250 ${horizon}V${horizon - 330}a350 350 0 0 1 700 0V${horizon}Z`, tone)
  if (kind === 'panel') return panel(mood, horizon)
  if (kind === 'shelf') return shelf(mood)
  return kind === 'tiles' ? tiles(mood, horizon) : ''
}

function tiles(mood: Mood, horizon: number): string {
  const random = randomFrom(4)
  const wide = 150
  const grout = shape(box([0, 0], [1200, horizon]), darker(mood.wall, 0.14), { opacity: 0.6 })
  return grout + Array.from({ length: 8 * 9 }, (_, i) => {
    const [column, row] = [i % 9, Math.floor(i / 9)]
    const tone = random() < 0.5 ? lighter(mood.wall, 0.1 + random() * 0.2) : mix(lighter(mood.wall, 0.1), mood.accent, 0.3 + random() * 0.5)
    return shape(box([column * wide - 80 + (row % 2) * 75, horizon - 12 - (row + 1) * 104], [wide - 7, 97], 8), tone, { opacity: 0.85 })
  }).join('')
}

function panel(mood: Mood, horizon: number): string {
  const edge = darker(mood.wall, 0.2)
  return [0, 1, 2, 3, 4, 5, 6].map(i => shape(box([i * 190 - 30, 0], [5, horizon]), edge, { opacity: 0.5 })
    + shape(box([i * 190 - 25, 0], [6, horizon]), lighter(mood.wall, 0.35), { opacity: 0.45 })).join('')
}

function shelf(mood: Mood): string {
  const wood = linear([[0, lighter(mood.table, 0.1)], [1, darker(mood.table, 0.25)]])
  return soft(shape(box([30, 330], [1240, 60]), '#2a1208'), 18, 0.35) + shape(box([0, 292], [1200, 40]), wood)
    + shape(box([0, 292], [1200, 8]), lighter(mood.table, 0.4), { opacity: 0.7 })
}

function top(kind: Table, mood: Mood, { width, height }: Canvas, y: number): string {
  const surface = shape(box([0, y], [width, height]),
    linear([[0, lighter(mood.table, 0.2)], [0.5, mood.table], [1, darker(mood.table, 0.2)]], [0, 0, 0.8, 1]))
  const seam = soft(shape(box([-40, y - 8], [width + 80, 16]), '#2a1208'), 10, 0.35)
  const edge = shape(box([0, y], [width, 5]), lighter(mood.table, 0.5), { opacity: 0.6 })
  return seam + surface + edge + streaks(kind, mood, { width, height }, y)
}

function streaks(kind: Table, mood: Mood, { width, height }: Canvas, y: number): string {
  const random = randomFrom(Math.round(y) + kind.length)
  if (kind === 'cloth') {
    return [0.3, 0.62].map(part => soft(line(`M${-40} ${n(y + height * part)}Q${width * 0.5} ${n(y + height * (part - 0.12))} ${width + 40} ${n(y + height * (part + 0.08))}`,
      darker(mood.table, 0.3), { 'stroke-width': 16 }), 10, 0.3)).join('')
  }
  if (kind === 'stone') {
    return Array.from({ length: 90 }, () => shape(oval([random() * width, y + 14 + random() * height], 2 + random() * 5, 1 + random() * 2.5),
      random() < 0.5 ? ink.cream : darker(mood.table, 0.5), { opacity: 0.4 })).join('')
  }
  return Array.from({ length: 26 }, () => {
    const [x, at, long] = [random() * width - 200, y + 16 + random() ** 0.8 * height, 160 + random() * 520]
    return line(`M${n(x)} ${n(at)}q${n(long / 2)} ${n((random() - 0.5) * 14)} ${n(long)} 0`,
      random() < 0.65 ? darker(mood.table, 0.35) : lighter(mood.table, 0.4), { 'stroke-width': 2 + random() * 3, opacity: 0.3 })
  }).join('')
}

function blurFilter(size: number): string {
  return `<filter id="blur-${size}" x="-60%" y="-60%" width="220%" height="220%" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="${size}"/></filter>`
}

function grainFilter(seed: number): string {
  return `<filter id="grain" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB"><feTurbulence type="fractalNoise" baseFrequency="0.42" numOctaves="2" seed="${seed}"/>`
    + '<feColorMatrix values="0.8 0.8 0.8 0 -0.7  0.8 0.8 0.8 0 -0.7  0.8 0.8 0.8 0 -0.7  0 0 0 0 1"/></filter>'
}
