import { createHash } from 'node:crypto'

/**
 * A plain colour, or a gradient with its SVG definition. The definition is written before each shape that uses the
 * gradient.
 */
export type Paint = string | { id: string, def: string }
export type Point = [x: number, y: number]
/** A stop of a gradient: the offset from 0 to 1, the colour, and the opacity, which is 1 if left out. */
export type Stop = [offset: number, colour: string, opacity?: number]
type Attributes = Record<string, string | number>
interface Placing { turn?: number, size?: number, flat?: number }

/** A template tag for the path data of SVG. It rounds numbers to a tenth, and writes points as `x y`. */
export function path(texts: TemplateStringsArray, ...values: (number | string | Point)[]): string {
  return texts.map((text, i) => text + inPath(values[i] ?? '')).join('')
}

export function shape(d: string, paint: Paint, attributes: Attributes = {}): string {
  if (typeof paint === 'string') return `<path d="${d}" fill="${paint}"${written(attributes)}/>`
  return `${paint.def}<path d="${d}" fill="url(#${paint.id})"${written(attributes)}/>`
}

export function line(d: string, paint: Paint, attributes: Attributes = {}): string {
  const rest = written({ fill: 'none', 'stroke-width': 6, 'stroke-linecap': 'round',
      'stroke-linejoin': 'round', ...attributes })
  if (typeof paint === 'string') return `<path d="${d}" stroke="${paint}"${rest}/>`
  return `${paint.def}<path d="${d}" stroke="url(#${paint.id})"${rest}/>`
}

export function group(content: string, attributes: Attributes = {}): string {
  return `<g${written(attributes)}>${content}</g>`
}

export function moved(content: string, [x, y]: Point, turn = 0): string {
  return group(content, { transform: `translate(${n(x)} ${n(y)})${turn ? ` rotate(${n(turn)})` : ''}` })
}

/**
 * Moves SVG content to a point. The content is first rotated by `turn` degrees, then flattened by the factor `flat`,
 * then enlarged by the factor `size`.
 */
export function put(content: string, [x, y]: Point, { turn = 0, size = 1, flat = 1 }: Placing): string {
  const scale = [size, size * flat].map((by) => by.toFixed(3)).join(' ')
  return group(content, { transform: `translate(${n(x)} ${n(y)}) scale(${scale}) rotate(${n(turn)})` })
}

/** Clips SVG content to the outline `d`, which is path data. */
export function clipped(content: string, d: string): string {
  const id = `c${fingerprint(d)}`
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
}

/**
 * Returns a gradient from left to right, or along `axis`: the x and y of the start and of the end, as fractions of
 * the shape's box.
 */
export function linear(stops: Stop[], axis: [number, number, number, number] = [0, 0, 1, 0]): Paint {
  const [x1, y1, x2, y2] = axis
  return gradient('linearGradient', `x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"`, stops)
}

/** Returns a gradient from the centre outwards. Centre and radius are fractions of the shape's box. */
export function radial(stops: Stop[], centre: Point = [0.5, 0.5], radius = 0.5): Paint {
  return gradient('radialGradient', `cx="${centre[0]}" cy="${centre[1]}" r="${radius}"`, stops)
}

export function oval([x, y]: Point, rx: number, ry = rx): string {
  return path`M${x - rx} ${y}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0Z`
}

export function box([x, y]: Point, [width, height]: Point, round = 0): string {
  const r = Math.min(round, width / 2, height / 2)
  const corner = (dx: number, dy: number) => r ? `a${n(r)} ${n(r)} 0 0 1 ${n(dx * r)} ${n(dy * r)}` : ''
  return path`M${x + r} ${y}h${width - 2 * r}${corner(1, 1)}v${height - 2 * r}${corner(-1, 1)}`
    + `h${n(2 * r - width)}${corner(-1, -1)}v${n(2 * r - height)}${corner(1, -1)}Z`
}

export function polygon(points: Point[]): string {
  return path`M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`
}

/**
 * Returns path data of a smooth line through all points (Catmull-Rom as cubic curves). It begins after the first
 * point, so the caller writes the `M` that moves there.
 */
export function curve(points: Point[]): string {
  return points.slice(1).map((to, i) => {
    const from = pick(points, i)
    const before = points[i - 1] ?? from
    const after = points[i + 2] ?? to
    const a: Point = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6]
    const b: Point = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6]
    return path`C${a[0]} ${a[1]} ${b[0]} ${b[1]} ${to[0]} ${to[1]}`
  }).join('')
}

export function through(points: Point[]): string {
  const [x, y] = pick(points, 0)
  return path`M${x} ${y}${curve(points)}`
}

/** Returns its arguments as a list. The compiler then treats pairs of numbers as points. */
export function places(...points: Point[]): Point[] {
  return points
}

/** Returns the entry at an index. An index past the end wraps around to the start. */
export function pick<T>(list: readonly T[], place: number): T {
  const entry = list[place % list.length]
  if (entry === undefined) throw new Error('An empty list has nothing to pick')
  return entry
}

function inPath(value: number | string | Point): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? n(value) : value.map(n).join(' ')
}

/** Returns a coordinate as text, rounded to a tenth. */
export function n(value: number): string {
  return String(Math.round(value * 10) / 10)
}

/** Returns a generator of random numbers from 0 to 1. The same seed always gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function gradient(kind: string, place: string, stops: Stop[]): Paint {
  const inside = stops
    .map(([offset, colour, opacity = 1]) =>
      `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('')
  const id = `p${fingerprint(kind + place + inside)}`
  return { id, def: `<${kind} id="${id}" ${place}>${inside}</${kind}>` }
}

function fingerprint(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}

function written(attributes: Attributes): string {
  return Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`).join('')
}
