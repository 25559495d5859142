import type { Backdrop, Table } from '../light.ts'
import { room } from '../light.ts'
import { ink, moods } from '../palette.ts'
import { bag } from '../things/bag.ts'
import { branch, scattered } from '../things/beans.ts'
import { cup } from '../things/cups.ts'
import { shot } from '../things/glasses.ts'
import * as label from '../things/labels.ts'
import { mokaPot } from '../things/pots.ts'
import { biscuits, candle, cinnamon, jar, spoon, vase } from '../things/props.ts'

type Form = 'fold' | 'pouch' | 'roll'

/** The pictures of all packets by name: a bag with objects beside it. */
export const packets: Record<string, () => string> = {
  'bag-daybreak': () => set('straw', 'disc', 'wood')
    + cup('demitasse', { at: [960, 980], colour: ink.cream, size: 1.05, saucer: ink.cream })
    + stand(ink.terracotta, 'fold', label.daybreak())
    + scattered([760, 1090], [960, 1150], { count: 5, seed: 5 }),
  'bag-long-letter': () => set('mist', 'plain', 'wood')
    + vase({ at: [1000, 930], size: 1, colour: ink.petrol }) + stand(ink.kraft, 'roll', label.longLetter())
    + scattered([840, 1050], [1110, 1140], { count: 7, seed: 11, roast: 'light' }),
  'bag-blue-hour': () => set('clay', 'arch', 'cloth')
    + cup('tumbler', { at: [1000, 990], colour: ink.petrol, size: 0.95, art: 'black', band: ink.crema,
      steam: 200 }) + stand(ink.petrol, 'pouch', label.blueHour())
    + scattered([800, 1080], [980, 1140], { count: 4, seed: 18 }),
  'bag-orchard-road': () => set('cream', 'panel', 'wood') + branch([860, 1010], { turn: -16, size: 0.8 })
    + stand(ink.sage, 'fold', label.orchardRoad())
    + scattered([850, 1080], [1080, 1140], { count: 6, seed: 25, roast: 'light' }),
  'bag-copper-finch': () => set('petrol', 'arch', 'wood') + biscuits([990, 1000], 1.1)
    + stand(ink.cream, 'fold', label.copperFinch())
    + scattered([830, 1080], [1090, 1140], { count: 5, seed: 37 }),
  'bag-high-pasture': () => set('straw', 'plain', 'wood')
    + vase({ at: [1000, 950], size: 0.95, colour: ink.cream }, ink.ochre)
    + stand('#6f7a4c', 'pouch', label.highPasture())
    + scattered([830, 1060], [1080, 1140], { count: 6, seed: 42 }),
  'bag-midnight-press': () => set('terracotta', 'disc', 'wood') + candle({ at: [1010, 980], size: 1.05 })
    + stand(ink.night, 'fold', label.midnightPress())
    + scattered([820, 1080], [1080, 1140], { count: 6, seed: 53, roast: 'dark' }),
  'bag-tin-roof': () => set('sage', 'tiles', 'wood') + mokaPot({ at: [985, 985], size: 0.7 })
    + stand(ink.straw, 'roll', label.tinRoof()) + scattered([800, 1100], [960, 1150], { count: 3, seed: 9 }),
  'bag-seven-sisters': () => set('plum', 'disc', 'cloth') + jar({ at: [1005, 970], size: 0.95 })
    + stand(ink.rose, 'pouch', label.sevenSisters())
    + scattered([810, 1080], [1090, 1140], { count: 5, seed: 66 }),
  'bag-monsoon-porch': () => set('ochre', 'plain', 'wood') + cinnamon([990, 1060], -16, 0.9)
    + cup('clay', { at: [980, 950], colour: ink.brick, size: 0.9, art: 'black' })
    + stand('#4c7676', 'fold', label.monsoonPorch()),
  'bag-slow-saturday': () => set('mist', 'arch', 'cloth')
    + cup('bowl', { at: [985, 1010], colour: ink.terracotta, size: 0.58, saucer: ink.cream, art: 'heart' })
    + stand(ink.cream, 'roll', label.slowSaturday()) + spoon([850, 1130], -6),
  'bag-paper-lantern': () => set('fern', 'panel', 'wood') + shot({ at: [1000, 990], size: 1.15 })
    + stand(ink.brick, 'pouch', label.paperLantern())
    + scattered([810, 1080], [960, 1140], { count: 4, seed: 71 })
}

function set(mood: keyof typeof moods, backdrop: Backdrop, table: Table): string {
  return room({ mood: moods[mood], backdrop, table, horizon: 830 })
}

function stand(colour: string, form: Form, design: string): string {
  const tie = form === 'fold' && colour === ink.night ? ink.ochre : ink.copper
  return bag({ at: [500, 1090], colour, form, tie, size: 1.16, label: design })
}
