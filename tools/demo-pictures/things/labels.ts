import { ink, lighter, mix } from '../palette.ts'
import { lettered, lettersOnCircle } from '../lettering.ts'
import type { Point } from '../svg.ts'
import { box, clipped, line, moved, oval, path, pick, places, polygon, randomFrom, shape,
    through } from '../svg.ts'
import { bean, branch } from './beans.ts'

const gold = '#e0b061'

export function daybreak(): string {
  const rays = Array.from({ length: 19 }, (_, i) => {
    const angle = Math.PI + i * Math.PI / 18
    const at = (r: number, by: number): Point => [Math.cos(angle + by) * r, -250 + Math.sin(angle + by) * r]
    return shape(polygon([at(168, -0.03), at(i % 2 ? 222 : 262, 0), at(168, 0.03)]), ink.straw)
  }).join('')
  const sea = [0, 1, 2, 3, 4].map((i) => shape(box([-280, -240 + i * 46], [560, 12 + i * 7]), i % 2
      ? ink.straw : ink.cream)).join('')
  return rays + clipped(shape(oval([0, -250], 148), ink.ochre)
      + shape(oval([0, -250], 108), ink.straw), box([-290, -600], [580, 350])) + sea
    + lettered('Daybreak', { at: [0, -566], size: 116, colour: ink.cream, width: 430 })
    + lettered('ESPRESSO', { at: [0, -514], size: 36, colour: ink.straw, spacing: 220 })
}

export function longLetter(): string {
  const edge = Array.from({ length: 26 }, (_, i) => shape(polygon([[-250 + i * 40, -600],
      [-232 + i * 40, -600], [-250 + i * 40, -570], [-268 + i * 40, -570]]), i % 2
    ? ink.petrol : ink.terracotta)).join('')
  const sheet = box([-196, -600], [392, 470], 4)
  const mark = [64, 52].map((r) => line(oval([-96, -240], r), ink.petrol,
      { 'stroke-width': 5, opacity: 0.75 })).join('')
  const waves = [0, 1, 2, 3].map((i) => line(path`M-26 ${-270 + i * 20}q20 -14 40 0t40 0t40 0`, ink.petrol,
      { 'stroke-width': 4, opacity: 0.6 })).join('')
  return shape(box([-192, -594], [392, 470], 4), '#2a1710', { opacity: 0.25 }) + shape(sheet, ink.cream)
    + clipped(edge + moved(edge, [0, 440]), sheet)
    + lettered('Long', { at: [0, -446], size: 126, colour: ink.espresso, face: 'italic' })
    + lettered('Letter', { at: [0, -344], size: 126, colour: ink.espresso, face: 'italic' })
    + waves + mark + lettered('FILTER', { at: [-96, -230], size: 26, colour: ink.petrol, spacing: 60 })
    + shape(box([70, -292], [96, 116], 3), ink.terracotta) + shape(box([80, -282], [76, 96]), ink.straw)
    + bean([118, -234], 66, { turn: -50 })
}

export function blueHour(): string {
  const rings = Array.from({ length: 9 }, (_, i) => line(oval([0, -30], 90 + i * 42), i % 2
      ? ink.mist : ink.crema, { 'stroke-width': 7, opacity: 0.75 })).join('')
  const phases = [-172, -92, 0, 92, 172].map((x, i) => {
    const r = i === 2 ? 44 : 30
    const shift = (i - 2) * 10
    return clipped(shape(oval([x, -440], r), ink.milk)
        + (shift ? shape(oval([x + shift * 1.1 , -440], r), '#2b484e') : ''), oval([x, -440], r))
  }).join('')
  return clipped(rings + shape(oval([0, -30], 70), ink.crema), box([-290, -350], [580, 400])) + phases
    + lettered('Blue Hour', { at: [0, -560], size: 104, colour: ink.cream, width: 430 })
    + lettered('DECAF', { at: [0, -512], size: 34, colour: ink.crema, spacing: 300 })
}

export function orchardRoad(): string {
  return branch([-250, -610], { turn: 22, size: 0.9, leaves: 4 })
    + branch([262, -40], { turn: 200, size: 0.9, leaves: 4 })
    + shape(oval([0, -330], 196, 172), '#2a1710', { opacity: 0.2, transform: 'translate(6 8)' })
    + shape(oval([0, -330], 196, 172), ink.cream)
    + line(oval([0, -330], 180, 156), ink.fern, { 'stroke-width': 4 })
    + lettered('Orchard', { at: [0, -344], size: 92, colour: ink.pine, width: 320 })
    + lettered('Road', { at: [0, -262], size: 92, colour: ink.brick, face: 'italic' })
    + lettered('NATURAL', { at: [0, -422], size: 25, colour: ink.fern, spacing: 200 })
}

export function copperFinch(): string {
  const tail: Point = [-110, -400]
  const head: Point = [10, -400]
  const bird = quarter(tail, 230, ink.copper) + quarter(tail, 150, ink.brick) + quarter(tail, 80, ink.straw)
    + moved(quarter([0, 0], 120, ink.terracotta), head, 180)
    + moved(quarter([0, 0], 110, ink.ochre), head, -90)
    + shape(oval([-36, -444], 15), ink.espresso) + shape(oval([-40, -449], 5), ink.cream)
    + shape(polygon([[-110, -432], [-172, -404], [-110, -400]]), ink.ochre)
    + shape(polygon([[120, -400], [226, -470], [226, -400]]), ink.espresso)
  const perch = line('M0 -170V-110M-40 -180V-110M-190 -106H200', ink.espresso, { 'stroke-width': 8 })
    + [-140, -80, 80, 140].map((x, i) => quarter([x, -106], 44, i % 2 ? ink.sage : ink.fern)).join('')
  return moved(bird + perch, [0, 36])
    + lettered('Copper Finch', { at: [0, -590], size: 84, colour: ink.espresso,
      width: 420 }) + lettered('BREAKFAST ROAST',
      { at: [0, -542], size: 28, colour: ink.brick, spacing: 130 })
}

/** Draws a quarter of a disc, below and to the right of its corner. */
function quarter(at: Point, radius: number, colour: string): string {
  return moved(shape(path`M0 0H${radius}A${radius} ${radius} 0 0 1 0 ${radius}Z`, colour), at)
}

export function highPasture(): string {
  const random = randomFrom(12)
  const ridges = [0, 1, 2, 3, 4].map((i) => {
    const y = -400 + i * 84
    const points = Array.from({ length: 8 },
        (_, k): Point => [-300 + k * 86, y - random() * (90 - i * 12) - (k % 2 ? 30 : 0)])
    return shape(path`${through(points)}L320 60L-320 60Z`, mix('#c9c08a', ink.pine, i / 4.4))
  }).join('')
  const grass = Array.from({ length: 26 },
      (_, i) => line(path`M${-240 + i * 19} ${-10 - random() * 40}`
    + path`q${random() * 14 - 7} -26 ${random() * 24 - 8} -46`, i % 3
    ? ink.sage : ink.straw, { 'stroke-width': 5 })).join('')
  return shape(oval([86, -424], 74), ink.straw) + ridges + grass
    + lettered('High', { at: [-20, -600], size: 110, colour: ink.cream, face: 'italic' })
    + lettered('PASTURE', { at: [0, -518], size: 72, colour: ink.cream, spacing: 60, width: 420 })
}

export function midnightPress(): string {
  const random = randomFrom(5)
  const rays = Array.from({ length: 48 }, (_, i) => {
    const angle = i * Math.PI / 24
    const far = i % 2 ? 252 : 214
    return line(path`M${Math.cos(angle) * 176} ${-340 + Math.sin(angle) * 176}`
      + path`L${Math.cos(angle) * far} ${-340 + Math.sin(angle) * far}`, gold, { 'stroke-width': 4 })
  }).join('')
  const stars = Array.from({ length: 30 }, (): Point => [random() * 480 - 240, random() * 700 - 710])
      .filter(([x, y]) => Math.hypot(x, y + 340) > 270)
    .map(([x, y]) => star([x, y], 5 + random() * 9)).join('')
  const moon = 'M-66 -520A108 108 0 1 0 60 -400A92 92 0 1 1 -66 -520Z'
  return stars + rays + line(oval([0, -340], 160), gold, { 'stroke-width': 6 })
    + moved(shape(moon, gold), [12, 76]) + star([60, -420], 26) + star([96, -350], 14) + star([24, -372], 10)
    + shape(box([-250, -150], [500, 112]), gold)
    + lettered('Midnight Press', { at: [0, -72], size: 78, colour: '#2c2230', width: 430 })
    + lettered('DARK ROAST', { at: [0, -632], size: 40, colour: gold, spacing: 200, width: 420 })
}

export function tinRoof(): string {
  const stripes = Array.from({ length: 7 }, (_, i) => {
    const x = -280 + i * 80
    return shape(path`M${x} -740H${x + 80}V-470A40 40 0 0 1 ${x} -470Z`, i % 2 ? ink.cream : ink.terracotta)
  }).join('')
  const egg = shape(oval([-92, -116], 104, 54), ink.cream) + shape(oval([-92, -120], 74, 36), '#e9d9bd')
    + shape(oval([-102, -126], 46, 23), ink.cream) + shape(oval([-100, -131], 20, 12), ink.ochre)
  const pot = shape(polygon([[66, -210], [150, -210], [136, -140], [164, -64], [52, -64], [80, -140]]),
      ink.espresso) + shape(polygon([[66, -210], [46, -190], [72, -176]]), ink.espresso)
    + shape(polygon([[72, -218], [144, -218], [108, -244]]), ink.espresso)
    + shape(oval([108, -248], 9), ink.espresso)
    + line('M148 -200q54 4 40 76', ink.espresso, { 'stroke-width': 13 })
  return stripes + egg + pot
    + lettered('Tin Roof', { at: [0, -332], size: 112, colour: ink.espresso, width: 420 })
    + lettered('BREAKFAST', { at: [0, -272], size: 46, colour: ink.brick, spacing: 180, width: 400 })
}

export function sevenSisters(): string {
  const colours = [ink.brick, ink.ochre, ink.petrol, ink.cream, ink.plum, ink.copper, ink.sage]
  const discs = places([0, 0], [1, 0], [-1, 0], [0.5, -0.87], [-0.5, -0.87], [0.5, 0.87], [-0.5, 0.87])
    .map(([x, y], i) => {
      const at: Point = [x * 128, -264 + y * 128]
      return shape(oval(at, 80), pick(colours, i), { opacity: 0.94 })
        + line(oval(at, 56), lighter(pick(colours, i), 0.45), { 'stroke-width': 5, opacity: 0.8 })
        + bean(at, 52, { turn: i * 50, roast: i === 4 || i === 2 ? 'light' : 'dark' })
    }).join('')
  return discs + lettered('Seven Sisters', { at: [0, -562], size: 88, colour: ink.plum, width: 430 })
    + lettered('HOUSE BLEND', { at: [0, -510], size: 32, colour: ink.brick, spacing: 200 })
}

export function monsoonPorch(): string {
  const scales = Array.from({ length: 8 * 9 }, (_, i) => {
    const [column, row] = [i % 8, Math.floor(i / 8)]
    const at: Point = [-288 + column * 88 + (row % 2) * 44, -330 + row * 44]
    return [44, 33, 22, 11].map((r, k) => shape(oval(at, r),
        pick([ink.cream, '#5f8583', ink.cream, '#31585a'], k))).join('')
  }).join('')
  const rain = Array.from({ length: 24 },
      (_, i) => line(path`M${-270 + i * 25} ${-720 + (i * 67) % 150}l-22 ${80 + (i * 31) % 60}`, ink.cream,
      { 'stroke-width': 5, opacity: 0.6 })).join('')
  return rain + clipped(scales, box([-290, -330], [580, 400]))
    + shape(box([-212, -560], [424, 260], 130), ink.cream)
    + line(box([-198, -546], [396, 232], 116), ink.petrol, { 'stroke-width': 4 })
    + lettered('Monsoon', { at: [0, -438], size: 92, colour: ink.petrol, width: 340 })
    + lettered('Porch', { at: [0, -354], size: 88, colour: ink.terracotta, face: 'italic' })
}

export function slowSaturday(): string {
  const cell = 60
  const check = Array.from({ length: 10 },
      (_, i) => shape(box([-300 + i * cell * 2, -900], [cell, 960]), ink.terracotta, { opacity: 0.5 }))
      .join('')
    + Array.from({ length: 9 }, (_, i) => shape(box([-300, -900 + i * cell * 2], [600, cell]),
      ink.terracotta, { opacity: 0.5 })).join('')
  const little = shape('M-78 -360H58C58 -290 34 -250 -10 -250C-54 -250 -78 -290 -78 -360Z', ink.brick)
    + line('M56 -346q46 0 32 40q-10 24 -46 20', ink.brick, { 'stroke-width': 14 })
    + shape(box([-96, -244], [172, 12], 6), ink.brick)
    + line('M-36 -382q-18 -20 0 -40t0 -40M6 -382q-18 -20 0 -40t0 -40', ink.copper, { 'stroke-width': 8 })
  return check + shape(oval([0, -330], 214), ink.brick) + shape(oval([0, -330], 206), ink.cream)
    + line(oval([0, -330], 138), ink.brick, { 'stroke-width': 4 }) + moved(little, [6, 22])
    + lettersOnCircle('SLOW SATURDAY', { at: [0, -330], size: 52, colour: ink.brick, radius: 153,
      spacing: 70 }) + lettersOnCircle('250 G · WHOLE BEAN',
      { at: [0, -330], size: 25, colour: ink.copper, radius: 178, spacing: 110, below: true })
}

export function paperLantern(): string {
  const ribs = [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((i) => {
    const y = -300 + i * 34
    const half = 170 * Math.sqrt(1 - (i / 5.4) ** 2)
    return line(path`M${-half} ${y}Q0 ${y + 22} ${half} ${y}`, ink.copper,
        { 'stroke-width': 4, opacity: 0.8 })
  }).join('')
  const globe = oval([0, -300], 172, 166)
  return line('M0 -730V-460', gold, { 'stroke-width': 6 })
    + Array.from({ length: 12 }, (_, i) => line(oval([0, -300], 196 + i * 26), ink.straw,
      { 'stroke-width': 3, opacity: 0.5 - i * 0.035 })).join('')
    + shape(globe, ink.straw) + clipped(shape(oval([-50, -350], 130, 120), ink.cream, { opacity: 0.7 })
      + ribs, globe)
    + shape(box([-66, -480], [132, 26], 6), ink.espresso)
    + shape(box([-66, -146], [132, 26], 6), ink.espresso)
    + line('M0 -120V-60M-14 -120V-78M14 -120V-78', gold, { 'stroke-width': 5 })
    + lettered('Paper', { at: [0, -304], size: 96, colour: ink.brick, width: 260 })
    + lettered('Lantern', { at: [0, -218], size: 88, colour: ink.brick, face: 'italic', width: 270 })
}

function star([x, y]: Point, r: number): string {
  const q = r * 0.16
  return shape(path`M${x} ${y - r}Q${x + q} ${y - q} ${x + r} ${y}Q${x + q} ${y + q} ${x} ${y + r}`
    + path`Q${x - q} ${y + q} ${x - r} ${y}Q${x - q} ${y - q} ${x} ${y - r}Z`, gold)
}
