import type { Mood } from './palette.ts'
import { darker, ink, lighter, mix } from './palette.ts'
import type { Point } from './svg.ts'
import { box, clipped, group, line, linear, oval, path, places, polygon, radial, randomFrom, shape,
    through } from './svg.ts'

export interface Canvas { width: number, height: number }
export interface Room { mood: Mood, canvas?: Canvas, horizon?: number, backdrop?: Backdrop, window?: number,
    table?: Table }
interface Surface extends Canvas { from: number }
export type Backdrop = 'disc' | 'arch' | 'tiles' | 'shelf' | 'panel' | 'plain'
export type Table = 'wood' | 'cloth' | 'stone'

const square: Canvas = { width: 1200, height: 1200 }
/** Blurs in sRGB. In linear colours, eight bits are too few for a faint dark blur: it would show stripes. */
const plainColours = 'color-interpolation-filters="sRGB"'
const blurs = [2, 5, 10, 18, 34, 60]

/** Returns the whole SVG: filters, the content, and the light and grain that all pictures have. */
export function picture(content: string, canvas = square, seed = 7): string {
  const { width, height } = canvas
  const size = `width="${width}" height="${height}"`
  const all = box([0, 0], [width, height])
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${width} ${height}">`
    + `<defs>${blurs.map(blurFilter).join('')}${grainFilter(seed)}</defs>`
    + content
    + shape(all, radial([[0, '#fff0cf', 0.26], [0.5, '#fff0cf', 0.05], [1, '#fff0cf', 0]], [0.16, 0.1], 0.9),
      { style: 'mix-blend-mode:soft-light' })
    + shape(all, linear([[0.45, '#2a1208', 0], [1, '#2a1208', 0.22]], [0.2, 0, 1, 1]))
    + `<rect ${size} filter="url(#grain)" style="mix-blend-mode:soft-light" opacity="0.22"/></svg>`
}

/** Blurs a group. `blur` is one of 2, 5, 10, 18, 34 and 60. */
export function soft(content: string, blur: number, opacity = 1): string {
  return group(content, { filter: `url(#blur-${blur})`, opacity })
}

/** Draws a wall, a table, a shape behind the objects, and light that falls in from a window on the left. */
export function room({ mood, canvas = square, horizon = 760, backdrop = 'plain', window = 0.34,
    table = 'wood' }: Room): string {
  const { width, height } = canvas
  const wall = shape(box([0, 0], [width, horizon + 4]),
    linear([[0, lighter(mood.wall, 0.16)], [0.55, mood.wall], [1, darker(mood.wall, 0.16)]], [0, 0, 1, 0.7]))
  const pane = (x: number, top: number) => polygon([[x, top], [x + 190, top + 46], [x + 330, top + 420],
      [x + 140, top + 374]])
  const panes = places([250, -120], [470, -66], [400, 276], [620, 330])
      .map(([x, y]) => shape(pane(x + width * 0.16, y), '#fff1cf')).join('')
  return wall + behind(backdrop, mood, horizon)
    + clipped(soft(panes, 10, window), box([0, 0], [width, horizon]))
    + tabletop(table, mood, { width, height: height - horizon, from: horizon })
}

/** Draws the shadow of an object on the table: a dark line under it, and a soft shadow to its right. */
export function cast([x, y]: Point, radius: number, tall: number): string {
  const deep = radius * 0.3
  const reach = Math.min(tall * 1.15 + radius, 760)
  const long = polygon([[x - radius * 0.2, y - deep], [x + reach, y - deep * 0.4 + reach * 0.1],
    [x + reach * 1.04, y + reach * 0.22 + deep * 0.5], [x + radius * 0.2, y + deep * 1.05],
        [x - radius * 0.8, y + deep * 0.6]])
  return soft(shape(long, linear([[0, '#2a1208', 0.6], [0.5, '#2a1208', 0.42], [1, '#2a1208', 0]])), 18)
    + soft(shape(oval([x + radius * 0.06, y + deep * 0.14], radius * 1.05, deep * 1.1), '#2a1208'), 10, 0.6)
}

/** Draws steam that rises from a point, `tall` units high. */
export function steam([x, y]: Point, tall: number, seed = 1): string {
  const random = randomFrom(seed)
  const phase = random() * 3
  const wisps = [-0.2, 0, 0.2].map((aside, i) => {
    const high = tall * (i === 1 ? 1 : 0.66 + random() * 0.14)
    const points = [0, 0.2, 0.4, 0.6, 0.8, 1].map((part): Point => [
      x + aside * tall * (0.8 + part * 0.2) + Math.sin(phase + part * 6 + i * 0.5) * tall * 0.05 * (0.5
          + part), y - high * part])
    return line(through(points), linear([[0, '#fff6e6', 0], [0.2, '#fff6e6', 0.8], [0.6, '#fff6e6', 0.5],
        [1, '#fff6e6', 0]], [0, 1, 0, 0]), { 'stroke-width': tall * (i === 1 ? 0.07 : 0.045) })
  })
  return soft(wisps.join(''), 10, 0.7)
}

function behind(kind: Backdrop, mood: Mood, horizon: number): string {
  const tone = linear([[0, lighter(mood.accent, 0.14)], [1, darker(mood.accent, 0.06)]], [0, 0, 1, 1])
  if (kind === 'disc') return shape(oval([610, horizon - 300], 372), tone)
  if (kind === 'arch') return shape(path`M250 ${horizon}V${horizon - 330}a350 350 0 0 1 700 0V${horizon}Z`,
      tone)
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
    const tone = random() < 0.5 ? lighter(mood.wall, 0.1 + random() * 0.2) : mix(lighter(mood.wall, 0.1),
        mood.accent, 0.3 + random() * 0.5)
    return shape(box([column * wide - 80 + (row % 2) * 75, horizon - 12 - (row + 1) * 104], [wide - 7, 97],
        8), tone, { opacity: 0.85 })
  }).join('')
}

function panel(mood: Mood, horizon: number): string {
  const edge = darker(mood.wall, 0.2)
  return [0, 1, 2, 3, 4, 5, 6].map((i) => shape(box([i * 190 - 30, 0], [5, horizon]), edge, { opacity: 0.5 })
    + shape(box([i * 190 - 25, 0], [6, horizon]), lighter(mood.wall, 0.35), { opacity: 0.45 })).join('')
}

function shelf(mood: Mood): string {
  const wood = linear([[0, lighter(mood.table, 0.1)], [1, darker(mood.table, 0.25)]])
  return soft(shape(box([30, 330], [1240, 60]), '#2a1208'), 18, 0.35) + shape(box([0, 292], [1200, 40]), wood)
    + shape(box([0, 292], [1200, 8]), lighter(mood.table, 0.4), { opacity: 0.7 })
}

function tabletop(kind: Table, mood: Mood, { width, height, from }: Surface): string {
  const surface = shape(box([0, from], [width, height]),
    linear([[0, lighter(mood.table, 0.2)], [0.5, mood.table], [1, darker(mood.table, 0.2)]], [0, 0, 0.8, 1]))
  const seam = soft(shape(box([-40, from - 8], [width + 80, 16]), '#2a1208'), 10, 0.35)
  const edge = shape(box([0, from], [width, 5]), lighter(mood.table, 0.5), { opacity: 0.6 })
  const place = { width, height, from }
  if (kind === 'cloth') return seam + surface + edge + folds(mood, place)
  return seam + surface + edge + (kind === 'stone' ? flecks(mood, place) : streaks(mood, place))
}

function folds({ table }: Mood, { width, height, from }: Surface): string {
  return [0.3, 0.62].map((part) => {
    const at = (more: number) => from + height * (part + more)
    const fold = path`M-40 ${at(0)}Q${width * 0.5} ${at(-0.12)} ${width + 40} ${at(0.08)}`
    return soft(line(fold, darker(table, 0.3), { 'stroke-width': 16 }), 10, 0.3)
  }).join('')
}

function flecks({ table }: Mood, { width, height, from }: Surface): string {
  const random = randomFrom(Math.round(from) + 5)
  return Array.from({ length: 90 }, () => {
    const at: Point = [random() * width, from + 14 + random() * height]
    const fleck = oval(at, 2 + random() * 5, 1 + random() * 2.5)
    return shape(fleck, random() < 0.5 ? ink.cream : darker(table, 0.5), { opacity: 0.4 })
  }).join('')
}

function streaks({ table }: Mood, { width, height, from }: Surface): string {
  const random = randomFrom(Math.round(from) + 4)
  return Array.from({ length: 26 }, () => {
    const at: Point = [random() * width - 200, from + 16 + random() ** 0.8 * height]
    const long = 160 + random() * 520
    return line(path`M${at}q${long / 2} ${(random() - 0.5) * 14} ${long} 0`,
      random() < 0.65 ? darker(table, 0.35) : lighter(table, 0.4),
      { 'stroke-width': 2 + random() * 3, opacity: 0.3 })
  }).join('')
}

function blurFilter(size: number): string {
  return `<filter id="blur-${size}" x="-60%" y="-60%" width="220%" height="220%" ${plainColours}>`
    + `<feGaussianBlur stdDeviation="${size}"/></filter>`
}

function grainFilter(seed: number): string {
  const grey = '0.8 0.8 0.8 0 -0.7'
  return `<filter id="grain" x="0" y="0" width="100%" height="100%" ${plainColours}>`
    + `<feTurbulence type="fractalNoise" baseFrequency="0.42" numOctaves="2" seed="${seed}"/>`
    + `<feColorMatrix values="${grey} ${grey} ${grey} 0 0 0 0 1"/></filter>`
}
