import { lettered } from '../lettering.ts'
import type { Size } from '../render.ts'
import type { Canvas } from '../light.ts'
import { picture, room, soft } from '../light.ts'
import type { Mood } from '../palette.ts'
import { darker, ink, lighter } from '../palette.ts'
import type { Point } from '../svg.ts'
import { box, clipped, line, linear, moved, oval, path, places, polygon, put, radial, shape } from '../svg.ts'
import { bag } from '../things/bag.ts'
import { branch, scattered } from '../things/beans.ts'
import { pourOver } from '../things/brewers.ts'
import { cup } from '../things/cups.ts'
import type { Person } from '../things/people.ts'
import { bust } from '../things/people.ts'
import { kettle } from '../things/pots.ts'
import { emblem } from './emblem.ts'
import { roastery } from './roastery.ts'

interface Guest extends Person { ground: string }

const evening: Mood = { wall: '#4a2c1e', table: '#8a5535', accent: '#7d4a2e' }
const guests: Guest[] = [
  { ground: ink.straw, skin: '#9a6242', hair: '#2b1b18', style: 'bun', top: ink.terracotta,
      accent: ink.ochre },
  { ground: ink.clay, skin: '#dba27c', hair: '#6b3d22', style: 'beanie', top: ink.kraft, accent: ink.petrol },
  { ground: ink.mist, skin: '#e3b08e', hair: '#cfc8bd', style: 'bob', top: ink.fern, accent: ink.plum }
]

/** All pictures of the site itself, with their names and sizes. */
export function sitePictures(): { name: string, svg: string, sizes: Size[] }[] {
  return [
    { name: 'hero', svg: hero(), sizes: sized([640, 1024, 1600, 2000]) },
    { name: 'hero-tall', svg: heroTall(), sizes: sized([480, 800]) },
    { name: 'story', svg: story(), sizes: sized([480, 800, 1200]) },
    ...guests.map((person, i) => ({ name: `guest-${i + 1}`, svg: guest(person), sizes: sized([128, 256]) }))
  ]
}

/** The hero in landscape. Its left side is dark and empty for a sentence and two buttons. */
function hero(): string {
  const canvas: Canvas = { width: 2000, height: 1125 }
  const things = kettle({ at: [1752, 950], size: 0.76 })
    + bag({ at: [1140, 950], colour: ink.cream, size: 0.76, tie: ink.copper, label: houseLabel() })
    + pourOver({ at: [1470, 1010], size: 0.9, colour: ink.cream })
    + cup('demitasse', { at: [1210, 1052], colour: ink.terracotta, size: 0.76, saucer: ink.cream,
      steam: 190 })
    + branch([1740, 1050], { turn: -16, size: 0.6 })
    + scattered([1590, 1044], [1720, 1084], { count: 5, size: 42, seed: 12 })
    + scattered([920, 1010], [1020, 1060], { count: 4, size: 42, seed: 5 })
  return picture(backdrop(canvas, 800, [1480, 450, 430]) + veil(canvas) + things, canvas)
}

/** The hero in portrait, for phones. Its lower part is dark and empty for a sentence and two buttons. */
function heroTall(): string {
  const canvas: Canvas = { width: 1200, height: 1500 }
  const things = bag({ at: [400, 880], colour: ink.cream, size: 0.78, tie: ink.copper, label: houseLabel() })
    + pourOver({ at: [790, 960], size: 0.98, colour: ink.cream })
    + cup('demitasse', { at: [500, 1000], colour: ink.terracotta, size: 0.78, saucer: ink.cream, steam: 180 })
    + scattered([860, 1000], [1010, 1040], { count: 5, size: 46, seed: 12 })
  const shade = shape(box([0, 700], [1200, 800]),
      linear([[0, '#1f110b', 0], [0.36, '#1f110b', 0.66], [0.6, '#1f110b', 0.86], [1, '#1f110b', 0.9]],
      [0, 0, 0, 1]))
  return picture(backdrop(canvas, 760, [720, 420, 400]) + shade + things, canvas)
}

/** The picture of the story section: the roastery. */
function story(): string {
  const canvas: Canvas = { width: 1200, height: 900 }
  return picture(roastery(canvas), canvas)
}

/** The square portrait of a guest who wrote a review. */
function guest(person: Guest): string {
  const canvas: Canvas = { width: 512, height: 512 }
  const ground = shape(box([0, 0], [512, 512]),
      radial([[0, lighter(person.ground, 0.4)], [1, darker(person.ground, 0.14)]], [0.35, 0.3], 0.9))
  const [by, middle] = person.style === 'bun' ? [0.8, 268] : [0.94, 254]
  const shadow = soft(put(shape('M-230 420C-240 260 -160 180 -100 150C-170 -180 170 -180 110 150C180 190 '
    + '250 260 250 420Z', '#2a1208'), [286, middle + 6], { size: by }), 34, 0.3)
  return picture(ground + shadow + put(bust(person), [256, middle], { size: by }), canvas)
}

/** Returns sizes with a lower quality for wider pictures, because single pixels are less visible there. */
function sized(widths: number[]): Size[] {
  return widths.map((width) => {
    if (width < 1000) return { width, avif: 60, webp: 80 }
    return width < 1500 ? { width, avif: 58, webp: 76 } : { width, avif: 50, webp: 68 }
  })
}

function backdrop(canvas: Canvas, horizon: number, [x, y, radius]: [number, number, number]): string {
  const glow = soft(shape(oval([x, y], radius * 1.1), '#e2a262'), 60, 0.3)
    + shape(oval([x, y], radius), radial([[0, '#b0714a', 0.9], [1, '#7d472c', 0.9]], [0.35, 0.3], 0.9))
  const panes = places([0, 0], [210, 48], [150, 330], [360, 378])
      .map(([px, py]) => shape(polygon([[x - 160 + px, y - 520 + py], [x + 30 + px, y - 474 + py],
      [x + 160 + px, y - 170 + py], [x - 30 + px, y - 216 + py]]), '#ffe2ae')).join('')
  return room({ mood: evening, canvas, horizon, window: 0 }) + glow
    + clipped(soft(panes, 10, 0.16), box([0, 0], [canvas.width, horizon])) + counter(canvas, horizon)
}

function counter({ width, height }: Canvas, horizon: number): string {
  return soft(shape(box([-60, horizon - 14], [width + 120, 24]), '#1a0d07'), 10, 0.5)
    + shape(box([0, horizon], [width, height - horizon]),
      linear([[0, '#9c6340'], [0.5, '#8a5535'], [1, '#5b3421']], [0, 0, 0.5, 1]))
    + shape(box([0, horizon], [width, 5]), '#d29b6c', { opacity: 0.7 })
    + Array.from({ length: 16 },
      (_, i) => line(path`M${(i * 397) % width} ${horizon + 18 + (i * 53) % (height - horizon - 30)}`
    + path`q160 ${i % 2 ? 8 : -8} 380 0`, i % 3
    ? '#5b3421' : '#c48c5e', { 'stroke-width': 3, opacity: 0.35 })).join('')
}

function veil({ width, height }: Canvas): string {
  return shape(box([0, 0], [width, height]),
      linear([[0, '#1f110b', 0.84], [0.36, '#1f110b', 0.78], [0.48, '#1f110b', 0.5], [0.62, '#1f110b', 0]]))
}

function houseLabel(): string {
  const centre: Point = [0, -440]
  return moved(emblem(), centre) + lettered('Crema', { at: [0, -170], size: 136, colour: ink.espresso,
      width: 400 }) + lettered('HOUSE ROAST', { at: [0, -112], size: 34, colour: ink.brick, spacing: 180 })
    + shape(box([-260, -70], [520, 26]), ink.copper) + shape(box([-260, -36], [520, 10]), ink.copper) 
}
