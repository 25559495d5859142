import { lettered } from '../lettering.ts'
import { room, soft } from '../light.ts'
import type { Mood } from '../palette.ts'
import { darker, ink, lighter, moods } from '../palette.ts'
import { box, clipped, line, linear, shape } from '../svg.ts'
import { scattered } from '../things/beans.ts'
import { cup, enamelMug } from '../things/cups.ts'
import { iced, nitro } from '../things/glasses.ts'
import { cezve, kettle, mokaPot } from '../things/pots.ts'
import { barrel, candle, jar, sack, vase } from '../things/props.ts'
import { fernWood, harbour, lowSun, marigoldYard, marsh, moonMoth, quarryBell, ranges } from './views.ts'

/**
 * The picture of a brand's shop. `bars` is SVG path data of the bars between the panes of the shop window. The bars
 * must not cover the main subject of the view through the window.
 */
interface Shop { name: string, line: string, mood: Mood, board: string, view: string, things: string,
    bars?: string }

/**
 * Functions that draw the pictures of the brands, by picture name. Each picture shows a shop window, a counter, and a
 * board with the name of the brand.
 */
export const brands: Record<string, () => string> = {
  northfold: () => counter({ name: 'Northfold', line: 'MOUNTAIN ROASTERS', mood: moods.mist,
      board: '#3c5d63', view: ranges(),
    things: sack({ at: [900, 884], size: 0.8 }) + enamelMug([350, 912], ink.petrol, 1.05)
      + scattered([560, 870], [700, 910], { count: 5, size: 48 }) }),
  'marigold-yard': () => counter({ name: 'Marigold Yard', line: 'SMALL BATCH COFFEE', mood: moods.straw,
      board: '#b5622e', view: marigoldYard(),
    things: vase({ at: [930, 884], size: 0.9, colour: ink.cream }, ink.ochre)
      + cup('bowl', { at: [400, 898], colour: ink.cream, size: 1, saucer: ink.ochre, band: ink.ochre,
        art: 'leaf' }) }),
  'moth-and-ember': () => counter({ name: 'Moth & Ember', line: 'ROASTED AFTER DARK', mood: moods.plum,
      board: '#35222f', view: moonMoth(), bars: 'M320 96V764M880 96V764',
    things: candle({ at: [910, 892], size: 0.95 }) + cezve({ at: [280, 906], size: 0.92 })
      + scattered([520, 880], [700, 914], { count: 5, size: 46, roast: 'dark' }) }),
  'low-sun-terrace': () => counter({ name: 'Low Sun Terrace', line: 'HILLSIDE COFFEES', mood: moods.clay,
      board: '#8f3f29', view: lowSun(), bars: 'M420 96V764M860 96V764',
    things: cup('clay', { at: [890, 906], colour: ink.terracotta, size: 0.92, art: 'black', band: ink.straw })
      + mokaPot({ at: [300, 908], size: 0.84 }) }),
  'halden-and-wick': () => counter({ name: 'Halden & Wick', line: 'HARBOUR ROASTERY', mood: moods.mist,
      board: '#27464d', view: harbour(),
    things: iced({ at: [270, 912], size: 0.96 })
      + cup('mug', { at: [900, 906], colour: ink.cream, size: 0.9, art: 'black', band: ink.petrol,
        steam: 190 }) }),
  'saltmarsh-row': () => counter({ name: 'Saltmarsh Row', line: 'SLOW COFFEE', mood: moods.sage,
      board: '#5d6c4d', view: marsh(), bars: 'M450 96V764M850 96V764',
    things: cup('tumbler', { at: [890, 906], colour: ink.sage, size: 0.95, band: ink.cream, steam: 190 })
      + jar({ at: [270, 896], size: 0.94 }, 'light') }),
  'quarry-bell': () => counter({ name: 'Quarry Bell', line: 'COPPER DRUM ROASTS', mood: moods.cream,
      board: '#6b3a22', view: quarryBell(), bars: 'M320 96V764M880 96V764',
    things: kettle({ at: [320, 902], size: 0.78 })
      + cup('demitasse', { at: [900, 902], colour: ink.copper, size: 1.05, saucer: ink.cream,
        steam: 170 }) }),
  'fern-and-firkin': () => counter({ name: 'Fern & Firkin', line: 'CASK COLD BREW', mood: moods.fern,
      board: '#33472f', view: fernWood(),
    things: barrel([330, 900], 0.92) + nitro({ at: [880, 910], size: 0.86 }) })
}

function counter({ name, line: motto, mood, board, view, things,
    bars = 'M600 96V764M150 452H1050' }: Shop): string {
  const opening = 'M150 764V460C150 240 340 96 600 96C860 96 1050 240 1050 460V764Z'
  const frame = 'M112 764V460C112 214 322 58 600 58C878 58 1088 214 1088 460V764Z'
  const glazing = line(bars, lighter(mood.wall, 0.5), { 'stroke-width': 13 })
  return room({ mood, window: 0.2 })
    + soft(shape(frame, '#2a1208', { transform: 'translate(16 10)' }), 18, 0.35)
    + shape(frame, linear([[0, lighter(mood.wall, 0.6)], [0.5, lighter(mood.wall, 0.36)],
      [1, darker(mood.wall, 0.12)]]))
    + clipped(view + soft(line(opening, '#2a1208', { 'stroke-width': 34 }), 10, 0.4) + glazing, opening)
    + sill(mood) + things + front(board) + lettered(name, { at: [600, 1088], size: 132, colour: ink.cream,
      width: 960 })
    + lettered(motto, { at: [600, 1146], size: 33, colour: ink.straw, spacing: 260, width: 860 })
}

function sill(mood: Mood): string {
  return shape(box([0, 760], [1200, 190]),
      linear([[0, lighter(mood.table, 0.3)], [0.6, mood.table], [1, darker(mood.table, 0.14)]],
      [0, 0, 1, 0.5]))
}

function front(board: string): string {
  return shape(box([0, 938], [1200, 262]),
      linear([[0, lighter(board, 0.16)], [0.5, board], [1, darker(board, 0.3)]], [0, 0, 1, 0.4]))
    + shape(box([0, 934], [1200, 16]), linear([[0, lighter(board, 0.4)], [1, darker(board, 0.1)]]))
    + soft(shape(box([0, 948], [1200, 22]), '#170b07'), 5, 0.5)
    + line(box([44, 984], [1112, 184], 16), ink.straw, { 'stroke-width': 3, opacity: 0.6 })
}
