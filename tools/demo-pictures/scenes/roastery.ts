import type { Canvas } from '../light.ts'
import { cast, room, soft } from '../light.ts'
import { darker, ink, lighter } from '../palette.ts'
import type { Point } from '../svg.ts'
import { box, clipped, line, linear, oval, places, polygon, put, radial, shape } from '../svg.ts'
import { bean, heap, scattered } from '../things/beans.ts'
import { by } from '../things/glasses.ts'
import type { Person } from '../things/people.ts'
import { bust } from '../things/people.ts'
import { sack } from '../things/props.ts'
import type { Turned } from '../turned.ts'
import { band, body, flat, metal, mouth, tube } from '../turned.ts'

const roaster: Person = { skin: '#b97a55', hair: '#3a2219', style: 'bun', top: '#8d9a77',
    accent: ink.terracotta }

/** Draws a drum roaster that empties into its cooling tray, and a woman who works at it. */
export function roastery(canvas: Canvas): string {
  return room({ mood: { wall: '#d9a679', table: '#8d5a3a', accent: '#c58a5c' }, canvas, horizon: 640,
      backdrop: 'tiles', window: 0.34 })
    + sack({ at: [150, 770], size: 0.74 }, 'light')
    + machine() + minder() + tray() + arm() + scattered([120, 830], [330, 880],
      { count: 6, size: 42, seed: 4, roast: 'light' })
}

function machine(): string {
  const hopper: Turned = { at: [590, 176], profile: by([[44, 0], [60, 30], [138, 118], [140, 132]], 1),
      straight: true }
  return shape(polygon([[400, 640], [440, 500], [486, 500], [470, 700], [420, 700]]), ink.iron)
    + shape(polygon([[820, 640], [780, 480], [740, 480], [760, 690], [806, 690]]), darker(ink.iron, 0.3))
    + tube([[800, 240], [860, 200], [866, 90], [866, -30]], 62, '#7a736a')
    + body(hopper, metal(ink.copper)) + mouth(hopper, ink.copper, { deep: 6, thick: 8, within: () => '' })
    + heap([590, 54], [112, 30], { size: 34, bed: false, roast: 'light', seed: 2 })
    + shape('M520 196H800C870 196 880 300 880 360C880 440 860 540 790 540H520Z',
      linear([[0, lighter(ink.brick, 0.3)], [0.25, ink.brick], [0.7, darker(ink.brick, 0.3)],
      [1, darker(ink.brick, 0.55)]], [0, 0, 0, 1]))
    + [600, 700, 790].map((x) => shape(box([x, 196], [12, 344]), ink.copper, { opacity: 0.55 })).join('')
    + shape(oval([520, 368], 186), linear([[0, '#6a6058'], [0.4, ink.iron], [1, '#1f1a17']], [0, 0, 1, 1]))
    + line(oval([520, 368], 172), ink.copper, { 'stroke-width': 9 })
    + rivets() + shape(oval([520, 334], 70), ink.copper) + shape(oval([520, 334], 58), '#2a130a')
    + clipped(window(), oval([520, 334], 58))
    + line('M486 306Q500 286 524 284', '#fff6e4', { 'stroke-width': 8, opacity: 0.7 })
    + line('M388 300L424 330', ink.steel, { 'stroke-width': 12 }) + shape(oval([384, 296], 17), ink.espresso)
    + shape(oval([634, 300], 30), ink.cream) + line(oval([634, 300], 30), ink.copper, { 'stroke-width': 7 })
    + line('M634 300L648 284', ink.brick, { 'stroke-width': 6 })
    + shape(polygon([[470, 446], [570, 446], [590, 520], [450, 520]]),
      linear([[0, '#8d857b'], [1, '#3a342f']])) + fall()
}

function rivets(): string {
  return Array.from({ length: 14 }, (_, i) => shape(oval([520 + Math.cos(i * Math.PI / 7) * 150, 368
      + Math.sin(i * Math.PI / 7) * 150], 6), ink.crema)).join('')
}

function window(): string {
  return shape(oval([520, 340], 60), radial([[0, '#e28b3a'], [1, '#3a160a']], [0.5, 0.8], 0.8))
    + Array.from({ length: 15 }, (_, i) => bean([476 + (i % 5) * 22, 348 + Math.floor(i / 5) * 20], 28,
      { turn: i * 53 })).join('')
}

function fall(): string {
  return Array.from({ length: 26 }, (_, i) => bean([474 + (i * 37) % 92, 512 + (i * 29) % 120], 30,
      { turn: i * 61 })).join('')
}

function tray(): string {
  const pan: Turned = { at: [560, 828], profile: by([[300, 0], [304, 120]], 1), straight: true }
  const beans = (centre: Point, radius: number) => shape(oval(centre, radius, radius * flat), '#3a2116')
    + Array.from({ length: 210 }, (_, i) => {
      const [angle, far] = [i * 2.399963, Math.sqrt(i / 210) * 0.97]
      return { x: centre[0] + Math.cos(angle) * far * radius, y: centre[1]
          + Math.sin(angle) * far * radius * flat, i }
    }).toSorted((a, b) => a.y - b.y).map(({ x, y, i }) => bean([x, y], 40, { turn: i * 47 % 180 })).join('')
  return cast([560, 828], 300, 120) + body(pan, metal('#a9683a'))
    + band(pan, [84, 100], darker(ink.copper, 0.4))
    + mouth(pan, ink.copper, { deep: 16, thick: 14, within: beans })
    + soft(line('M330 742Q560 700 786 716', '#2a1208', { 'stroke-width': 18 }), 5, 0.4)
    + tube([[330, 724], [560, 700], [790, 700]], 18, ink.steel)
    + body({ at: [560, 716], profile: by([[30, 0], [30, 44]], 1), straight: true }, metal(ink.steel))
    + shape(oval([560, 672], 30, 9), lighter(ink.steel, 0.5))
}

function minder(): string {
  const torso = shape('M752 900V660C760 580 830 524 900 508H1040C1110 524 1180 580 1188 660V900Z',
      linear([[0, lighter(roaster.top, 0.25)], [0.4, roaster.top], [1, darker(roaster.top, 0.4)]]))
  const apron = shape('M882 900C880 780 896 700 908 640H1034C1048 700 1064 780 1066 900Z',
      linear([[0, '#7c4a2c'], [1, '#4a2a1a']]))
    + line('M912 642C908 590 914 556 926 514M1030 642C1036 590 1030 556 1016 514', '#5b3421',
      { 'stroke-width': 16 }) + line('M930 760Q976 784 1030 760V840Q976 862 932 840Z', '#3a2116',
      { 'stroke-width': 5, opacity: 0.7 })
  const fold = soft(line('M1120 640Q1096 740 1110 900', '#2a1208', { 'stroke-width': 20 }), 10, 0.35)
  return soft(shape('M860 900C850 640 900 520 1060 520C1170 560 1230 700 1230 900Z', '#2a1208'), 34, 0.3)
    + put(bust(roaster), [968, 330], { size: 0.84 }) + torso + fold + apron
}

/** Draws the woman's arm, which reaches over the rim of the tray with a scoop of beans. */
function arm(): string {
  const upper = 'M838 596C800 650 790 720 796 760'
  const shadow = soft(line('M850 610C824 680 820 740 822 790M800 790L690 748', '#2a1208',
      { 'stroke-width': 80 }), 10, 0.4)
  const sleeve = line(upper, linear([[0, lighter(roaster.top, 0.34)], [0.5, lighter(roaster.top, 0.1)],
      [1, darker(roaster.top, 0.2)]]), { 'stroke-width': 88 })
    + line('M800 764C776 776 760 772 738 760', linear([[0, lighter(roaster.top, 0.3)], [1, roaster.top]]),
      { 'stroke-width': 78 })
    + line('M728 728L706 782', darker(roaster.top, 0.3), { 'stroke-width': 14 })
  const hand = line('M712 754L672 736', linear([[0, lighter(roaster.skin, 0.16)], [1, roaster.skin]]),
      { 'stroke-width': 52 }) + line('M668 716L650 726M676 736L652 742M682 754L660 756',
      darker(roaster.skin, 0.28), { 'stroke-width': 5 })
  const scoop = tube([[690, 742], [610, 712]], 22, ink.bark)
    + shape('M620 690L520 672Q490 702 512 738L610 738Z',
      linear([[0, lighter(ink.steel, 0.55)], [1, darker(ink.steel, 0.35)]], [0, 0, 0, 1]))
    + shape(oval([566, 684], 52, 15), '#3a2116')
    + places([530, 676], [560, 668], [590, 680], [548, 686], [574, 690])
      .map(([x, y], i) => bean([x, y], 34, { turn: i * 50 })).join('')
  return shadow + scoop + hand + sleeve
}
