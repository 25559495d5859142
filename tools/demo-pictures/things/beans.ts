import { soft } from '../light.ts'
import { darker, ink, lighter, mix } from '../palette.ts'
import type { Point } from '../svg.ts'
import { group, line, linear, moved, n, oval, path, radial, randomFrom, shape } from '../svg.ts'

export type Roast = 'light' | 'medium' | 'dark'
const roasts = { light: '#9a6238', medium: '#6d3f24', dark: '#43261a' }

/** Draws a roasted bean, `size` units long. */
export function bean(at: Point, size: number,
    { turn = 0, roast = 'medium' }: { turn?: number, roast?: Roast } = {}): string {
  const colour = roasts[roast]
  const [a, b] = [size / 2, size * 0.35]
  const lit = turn * Math.PI / 180
  const towards: Point = [0.5 - 0.28 * Math.cos(lit + 0.7), 0.5 + 0.28 * Math.sin(lit - 0.9)]
  const d = path`M${-a} 0C${-a} ${-b * 1.2} ${a} ${-b * 1.25} ${a} ${-b * 0.05}`
    + path`C${a} ${b * 1.25} ${-a} ${b * 1.25} ${-a} 0Z`
  const crease = path`M${-a * 0.86} ${b * 0.1}`
    + path`C${-a * 0.3} ${-b * 0.5} ${a * 0.3} ${b * 0.5} ${a * 0.86} ${-b * 0.1}`
  return moved(shape(d, radial([[0, lighter(colour, 0.34)], [0.5, colour], [1, darker(colour, 0.5)]],
      towards, 0.72))
    + line(crease, darker(colour, 0.72), { 'stroke-width': size * 0.07 })
    + line(crease, lighter(colour, 0.3), { 'stroke-width': size * 0.02,
      transform: `translate(0 ${n(size * 0.045)})` }), at, turn)
}

/** Draws beans scattered between two corners, each with its shadow. Those in front are drawn last. */
export function scattered([x1, y1]: Point, [x2, y2]: Point,
    { count, seed = 3, size = 58, roast = 'medium' }: { count: number, seed?: number, size?: number,
    roast?: Roast }): string {
  const random = randomFrom(seed)
  const places = Array.from({ length: count },
      () => ({ x: x1 + (x2 - x1) * random(), y: y1 + (y2 - y1) * random(), turn: random() * 180, by: 0.85
      + random() * 0.3 }))
    .toSorted((p, q) => p.y - q.y)
  return places.map(({ x, y, turn, by }) => soft(shape(oval([x + size * 0.16, y + size * 0.2], size * 0.5,
      size * 0.24), '#2a1208'), 5, 0.5)
    + bean([x, y], size * by, { turn, roast })).join('')
}

/** Draws a heap of beans on the table or in an open container. */
export function heap([x, y]: Point, [wide, tall]: Point,
    { size = 52, seed = 9, roast = 'medium', bed = true }: { size?: number, seed?: number, roast?: Roast,
    bed?: boolean } = {}): string {
  const random = randomFrom(seed)
  const rows = Math.max(3, Math.round(tall / (size * 0.34)))
  const under = shape(path`M${x - wide} ${y}Q${x - wide * 0.4} ${y - tall * 1.05} ${x} ${y - tall}`
    + path`Q${x + wide * 0.4} ${y - tall * 1.05} ${x + wide} ${y}Q${x} ${y + wide * 0.3} ${x - wide} ${y}Z`,
      darker(roasts[roast], 0.6))
  const beans = Array.from({ length: rows + 2 }, (_, row) => {
    const part = row / (rows + 1)
    const half = wide * (0.18 + 0.8 * part ** 0.75)
    const across = Math.max(2, Math.round(half * 2 / (size * 0.66)))
    return Array.from({ length: across }, (_, i) => {
      const along = (i + 0.5) / across * 2 - 1 + (random() - 0.5) * 0.14
      const sag = (1 - along * along) * wide * 0.24 * part
      return bean([x + along * half, y - tall * (1 - part) + sag + (random() - 0.5) * size * 0.2],
          size * (0.9 + random() * 0.22), { turn: random() * 180, roast })
    }).join('')
  }).join('')
  return (bed ? soft(shape(oval([x + wide * 0.2, y + wide * 0.08], wide * 1.12, wide * 0.27), '#2a1208'), 18,
      0.5) : '') + under + beans
}

/** Draws a coffee branch: pairs of leaves along a stem, with cherries between them. */
export function branch(at: Point, { turn = 0, size = 1, leaves = 4, cherries = true,
    colour = ink.fern }: { turn?: number, size?: number, leaves?: number, cherries?: boolean,
    colour?: string } = {}): string {
  const step = 74
  const pairs = Array.from({ length: leaves }, (_, i) => {
    const long = 190 - i * 20
    const x = i * step + 30
    return moved(leafShape(long, mix(colour, ink.pine, 0.25)), [x, 0], -52)
      + moved(leafShape(long * 0.94, colour), [x + 12, 0], 48)
      + (cherries && i < leaves - 1 ? cherry([x + 6, -12], 25, ink.cherry)
        + cherry([x + 34, 16], 23, i % 2 ? ink.brick : ink.cherry) : '')
  }).join('')
  const end = moved(leafShape(150, lighter(colour, 0.12)), [leaves * step, 0], -4)
  return group(line(path`M-60 6Q${leaves * step * 0.5} -16 ${leaves * step} 0`, ink.bark,
      { 'stroke-width': 10 }) + end + pairs,
    { transform: `translate(${n(at[0])} ${n(at[1])}) rotate(${n(turn)}) scale(${n(size)})` })
}

export function leafShape(long: number, colour: string): string {
  const wide = long * 0.24
  const half = (side: number) =>
    path`M0 0C${long * 0.25} ${side * wide * 1.3} ${long * 0.7} ${side * wide * 1.2} ${long} 0Z`
  const veins = [0.25, 0.42, 0.58,
      0.74].map((part) => line(path`M${long * part} 0l${long * 0.1} ${wide * 0.55}M${long * part} 0`
    + path`l${long * 0.1} ${-wide * 0.55}`, lighter(colour, 0.3), { 'stroke-width': 2.4, opacity: 0.55 }))
      .join('')
  return shape(half(-1), linear([[0, darker(colour, 0.1)], [1, lighter(colour, 0.24)]]))
    + shape(half(1), linear([[0, darker(colour, 0.42)], [1, darker(colour, 0.12)]]))
    + line(path`M0 0H${long * 0.94}`, lighter(colour, 0.35), { 'stroke-width': 3, opacity: 0.8 }) + veins
}

export function cherry(at: Point, radius: number, colour: string): string {
  return shape(oval(at, radius), radial([[0, lighter(colour, 0.42)], [0.4, colour],
      [1, darker(colour, 0.55)]], [0.34, 0.3], 0.75))
    + shape(oval([at[0] + radius * 0.55, at[1] + radius * 0.55], radius * 0.16), darker(colour, 0.7))
}
