import type { Backdrop, Table } from '../light.ts'
import { cast, room } from '../light.ts'
import { ink, moods } from '../palette.ts'
import { clipped, pick, randomFrom } from '../svg.ts'
import { branch, cherry, scattered } from '../things/beans.ts'
import { clothStand, dripper, grinder, phin, pourOver, siphon, steelTumbler } from '../things/brewers.ts'
import { cup, enamelMug } from '../things/cups.ts'
import { bottle, iced, layered, nitro, server, shot } from '../things/glasses.ts'
import { cezve, frenchPress, hourglass, mokaPot } from '../things/pots.ts'
import type { Turned } from '../turned.ts'
import { band, body, glazed, glint, mouth } from '../turned.ts'
import { biscuits, candle, cinnamon, jar, napkin, sack, spoon, vase } from '../things/props.ts'

/** The pictures of all coffees by name. Each is drawn when its function is called. */
export const coffees: Record<string, () => string> = {
  'northfold-sidama': () => set('mist', 'disc', 'wood')
    + vase({ at: [960, 860], size: 0.9, colour: ink.petrol })
    + pourOver({ at: [510, 1056], size: 1.34, colour: ink.cream })
    + scattered([760, 1010], [1090, 1120], { count: 9, roast: 'light' }),
  'northfold-marcala': () => set('petrol', 'panel', 'wood') + sack({ at: [900, 900], size: 0.95 })
    + enamelMug([440, 1060], ink.petrol, 1.7) + scattered([720, 1020], [1080, 1130], { count: 8, seed: 8 }),
  'northfold-espresso': () => set('sage', 'arch', 'stone')
    + cup('demitasse', { at: [570, 1010], colour: ink.petrol, size: 1.95, saucer: ink.petrol, steam: 400 })
    + scattered([880, 1030], [1120, 1130], { count: 5, seed: 6, roast: 'dark' }),
  'marigold-huila': () => set('ochre', 'disc', 'cloth')
    + cup('bowl', { at: [570, 1010], colour: ink.cream, size: 1.5, saucer: ink.ochre, art: 'leaf',
      band: ink.ochre }),
  'marigold-cerrado': () => set('straw', 'plain', 'wood')
    + vase({ at: [930, 880], size: 1, colour: ink.terracotta }, ink.ochre)
    + frenchPress({ at: [500, 1060], size: 1.5 })
    + scattered([800, 1020], [1080, 1120], { count: 7, seed: 14 }),
  'marigold-yard-blend': () => set('ochre', 'tiles', 'wood') + biscuits([930, 960], 1.3)
    + cup('mug', { at: [470, 1050], colour: ink.terracotta, size: 1.72, art: 'black', band: ink.cream,
      steam: 330 }),
  'moth-haraaz': () => set('plum', 'arch', 'wood') + candle({ at: [900, 880], size: 1.2 })
    + cezve({ at: [400, 1050], size: 1.5 }) + scattered([740, 1030], [1060, 1120],
      { count: 6, seed: 19, roast: 'dark' }),
  'moth-lintong': () => set('night', 'disc', 'wood')
    + cup('tumbler', { at: [520, 1050], colour: ink.plum, size: 2.05, art: 'black', band: ink.copper,
      steam: 330 }) + scattered([770, 970], [1120, 1130], { count: 14, seed: 2, roast: 'dark' }),
  'moth-velvet': () => set('plum', 'plain', 'cloth') + napkin([860, 1010], ink.rose, -6)
    + layered({ at: [500, 1060], size: 1.85 }) + spoon([790, 1020], -6),
  'lowsun-antigua': () => set('terracotta', 'tiles', 'wood')
    + cup('demitasse', { at: [900, 960], colour: ink.cream, size: 1.15, saucer: ink.cream })
    + mokaPot({ at: [460, 1050], size: 1.5 }),
  'lowsun-cajamarca': () => set('clay', 'disc', 'wood') + branch([800, 1010], { turn: -12, size: 0.9 })
    + hourglass({ at: [520, 1060], size: 1.46 }),
  'lowsun-apaneca': () => set('terracotta', 'arch', 'cloth') + cherriesBowl()
    + branch([800, 1070], { turn: -12, size: 0.8 }),
  'halden-lamproom': () => set('petrol', 'disc', 'stone') + shot({ at: [720, 940], size: 1.75 })
    + shot({ at: [400, 1050], size: 2.1 }) + spoon([780, 1080], -6),
  'halden-boquete': () => set('mist', 'plain', 'wood')
    + siphon({ at: [600, 1070], size: 1.28, colour: ink.petrol })
    + scattered([140, 1020], [360, 1120], { count: 6, seed: 33, roast: 'light' }),
  'halden-coldsteep': () => set('mist', 'arch', 'stone') + bottle({ at: [820, 940], size: 1.25 })
    + iced({ at: [420, 1060], size: 1.75 }),
  'saltmarsh-nyeri': () => set('sage', 'disc', 'cloth')
    + server({ at: [500, 1050], size: 1.8 }, 0.7, ink.fern)
    + scattered([800, 990], [1110, 1120], { count: 9, seed: 51, roast: 'light' }),
  'saltmarsh-kayanza': () => set('fern', 'plain', 'wood') + jar({ at: [900, 900], size: 1.2 }, 'light')
    + cup('mug', { at: [460, 1070], colour: ink.sage, size: 1.35, art: 'black' })
    + dripper({ at: [460, 690], size: 1.35, colour: ink.milk }),
  'saltmarsh-slacktide': () => set('cream', 'arch', 'stone')
    + cup('bowl', { at: [560, 1000], colour: ink.sage, size: 1.46, saucer: ink.cream, art: 'heart' })
    + scattered([960, 1080], [1140, 1140], { count: 4, seed: 13 }),
  'quarry-tarrazu': () => set('roast', 'disc', 'wood')
    + clothStand({ at: [570, 1080], size: 1.42 },
      cup('demitasse', { at: [566, 1066], colour: ink.cream, size: 1.2, art: 'black' }))
    + scattered([960, 1060], [1140, 1140], { count: 4, seed: 3 }),
  'quarry-chikmagalur': () => set('clay', 'panel', 'wood') + steelTumbler({ at: [520, 1060], size: 1.85 })
    + scattered([930, 1010], [1130, 1130], { count: 7, seed: 28 }),
  'quarry-nyamasheke': () => set('straw', 'arch', 'wood') + grinder({ at: [580, 1060], size: 1.5 })
    + scattered([130, 1040], [330, 1130], { count: 6, seed: 44, roast: 'light' }),
  'fern-gayo': () => set('fern', 'disc', 'wood')
    + branch([820, 1020], { turn: -20, size: 0.8, cherries: true }) + phin({ at: [520, 1060], size: 1.65 }),
  'fern-nitro': () => set('fern', 'panel', 'cloth') + nitro({ at: [560, 1060], size: 1.85 })
    + scattered([820, 1030], [1120, 1130], { count: 7, seed: 61, roast: 'dark' }),
  'fern-chiapas': () => set('clay', 'tiles', 'wood')
    + cup('clay', { at: [480, 1050], colour: ink.brick, size: 1.8, art: 'black', band: ink.ochre,
      steam: 320 }) + cinnamon([930, 1060], -14, 1.1)
}

function set(mood: keyof typeof moods, backdrop: Backdrop, table: Table): string {
  return room({ mood: moods[mood], backdrop, table })
}

/** Draws coffee cherries in a bowl, the darkest at the bottom. */
function cherriesBowl(): string {
  const bowl: Turned = { at: [520, 1030], profile: [[130, 0], [190, 40], [262, 130], [310, 240], [316, 270]] }
  const ripe = [ink.cherry, '#bb3f30', ink.brick, '#8a2626']
  const random = randomFrom(6)
  const rows = Array.from({ length: 5 }, (_, row) => Array.from({ length: 4 + row }, (_, i) => cherry(
    [520 + (i - (3 + row) / 2) * 68 + random() * 14, 690 + row * 32
        + (1 - ((i - (3 + row) / 2) / 4) ** 2) * row * 6], 42, pick(ripe, i + row * 2))).join('')).join('')
  return cast(bowl.at, 220, 250) + body(bowl, glazed(ink.cream)) + band(bowl, [196, 214], ink.petrol)
    + band(bowl, [60, 130], glazed(ink.petrol)) + glint(bowl, [60, 230], 0.5)
    + mouth(bowl, ink.cream, { deep: 4, thick: 12 })
    + clipped(rows, 'M0 0H1200V760H830A310 93 0 0 1 210 760H0Z')
}
