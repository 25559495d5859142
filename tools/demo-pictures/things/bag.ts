import { cast, soft } from '../light.ts'
import { darker, ink, lighter } from '../palette.ts'
import type { Point } from '../svg.ts'
import { box, clipped, group, line, linear, n, oval, polygon, radial, shape } from '../svg.ts'

interface Bag { at: Point, colour: string, size?: number, form?: 'fold' | 'pouch' | 'roll',
    tie?: string, label: string }

/**
 * Draws a full coffee bag that stands upright. The label gets the same light and creases as the paper. It is drawn in
 * the coordinates of the bag's front: x from -240 to 240, y from -720 (under the fold) to 0 (the bottom).
 */
export function bag({ at, colour, size = 1, form = 'fold', tie = ink.copper, label }: Bag): string {
  const drawn = form === 'pouch' ? pouch(colour, label) : block(colour, label)
    + (form === 'fold' ? folded(colour, tie) : rolled(colour))
  return cast([at[0] + 30 * size, at[1] - 14 * size], 270 * size, 560 * size)
    + group(drawn, { transform: `translate(${n(at[0])} ${n(at[1])}) scale(${size})` })
}

function block(colour: string, label: string): string {
  const face = 'M-232 -726C-240 -600 -246 -420 -246 -250C-246 -150 -244 -60 -240 -8Q-238 0 -228 2L232 8Q242 '
    + '8 242 -2C246 -80 248 -160 247 -260C246 -430 240 -600 232 -726Z'
  const side = 'M232 -726C240 -600 246 -430 247 -260C248 -160 246 -80 242 -2L236 8L336 -34C342 -40 342 -50 '
    + '342 -60C342 -260 336 -480 318 -726Z'
  const paper = linear([[0, lighter(colour, 0.2)], [0.3, lighter(colour, 0.05)], [1, darker(colour, 0.08)]])
  return shape(side, linear([[0, darker(colour, 0.34)], [0.5, darker(colour, 0.5)],
      [0.52, darker(colour, 0.38)], [1, darker(colour, 0.52)]]))
    + clipped(soft(line('M288 -726C296 -500 282 -300 240 -20', '#22100c', { 'stroke-width': 16 }), 5, 0.5)
      + line('M344 -60L244 6', darker(colour, 0.6), { 'stroke-width': 4 }), side)
    + shape(face, paper) + clipped(label + creases(), face)
    + line('M-232 -726C-240 -600 -246 -420 -246 -250C-246 -150 -244 -60 -240 -8', lighter(colour, 0.6),
      { 'stroke-width': 4, opacity: 0.6 })
}

function creases(): string {
  const dark = '#22100c'
  const light = '#fff6e4'
  return shape(box([-260, -740], [520, 760]),
      linear([[0, dark, 0.16], [0.05, light, 0.1], [0.2, light, 0.16], [0.5, light, 0], [0.8, dark, 0.12],
      [1, dark, 0.3]]))
    + shape(box([-260, -740], [520, 760]), linear([[0, dark, 0.3], [0.07, dark, 0.04], [0.2, light, 0.05],
      [0.85, dark, 0], [1, dark, 0.24]], [0, 0, 0, 1]))
    + soft(shape(polygon([[-246, -500], [-206, -300], [-240, -80]]), dark)
      + shape(polygon([[250, -520], [196, -330], [246, -160]]), dark)
      + line('M-226 -690Q-196 -560 -212 -440', light, { 'stroke-width': 14 })
      + line('M150 -700Q190 -600 176 -520', dark, { 'stroke-width': 14 })
      + line('M-190 -40Q-60 -16 80 -34', light, { 'stroke-width': 12 }), 10, 0.24)
    + soft(line('M-150 -718L-176 -610M-40 -722L-30 -650M96 -722L128 -630', dark, { 'stroke-width': 7 })
      + line('M-140 -718L-166 -610M106 -722L138 -630', light, { 'stroke-width': 5 }), 5, 0.3)
}

function folded(colour: string, tie: string): string {
  const flap = 'M-236 -842Q-236 -852 -226 -852L226 -856Q236 -856 236 -846L240 -722Q240 -712 230 -712L-232 '
    + '-708Q-240 -708 -240 -718Z'
  return shape('M228 -850L316 -814L320 -716L238 -712Z', darker(colour, 0.46))
    + soft(shape(box([-238, -716], [478, 34]), '#22100c'), 10, 0.5)
    + shape(flap, linear([[0, lighter(colour, 0.3)], [0.4, lighter(colour, 0.1)], [1, darker(colour, 0.16)]]))
    + clipped(shape(box([-250, -860], [500, 26]), lighter(colour, 0.4), { opacity: 0.5 })
      + soft(line('M-120 -850L-140 -720M40 -852L66 -716', '#22100c', { 'stroke-width': 8 }), 5, 0.2), flap)
    + shape(box([-268, -802], [552, 46], 6),
      linear([[0, lighter(tie, 0.3)], [0.3, lighter(tie, 0.12)], [0.6, tie], [1, darker(tie, 0.35)]]))
    + shape(box([-268, -802], [552, 8], 4), lighter(tie, 0.6), { opacity: 0.6 })
    + shape(box([-268, -802], [30, 46], 6), darker(tie, 0.2))
    + shape(box([252, -802], [32, 46], 6), darker(tie, 0.45))
}

function rolled(colour: string): string {
  const tone = linear([[0, lighter(colour, 0.4)], [0.3, lighter(colour, 0.2)], [0.62, darker(colour, 0.08)],
      [1, darker(colour, 0.4)]], [0, 0, 0, 1])
  return soft(shape(box([-238, -716], [478, 40]), '#22100c'), 10, 0.5)
    + shape(box([-250, -806], [560, 104], 48), tone)
    + shape(oval([292, -754], 26, 52), linear([[0, darker(colour, 0.25)], [1, darker(colour, 0.5)]]))
    + line('M292 -780q14 10 8 36q-8 16 -12 -4', darker(colour, 0.65), { 'stroke-width': 5 })
    + soft(line('M-170 -800q-14 50 4 92M60 -802q16 50 -2 94', '#22100c', { 'stroke-width': 8 }), 5, 0.25)
    + line('M-30 -808C-34 -770 -34 -730 -30 -700M-6 -808C-2 -770 -2 -730 -6 -700', ink.milk,
      { 'stroke-width': 7 })
    + line('M-18 -756C-90 -830 -130 -760 -22 -750M-16 -756C60 -830 96 -756 -12 -750M-22 -748C-60 -700 -70 '
    + '-660 -88 -640M-12 -748C10 -690 40 -676 44 -640', ink.milk, { 'stroke-width': 7 })
}

function pouch(colour: string, label: string): string {
  const face = 'M-230 -846L236 -850C240 -800 242 -760 250 -700C268 -560 276 -400 274 -250C272 -150 264 -70 '
    + '252 -22Q246 -2 226 4C90 26 -90 26 -226 4Q-246 0 -252 -22C-264 -70 -272 -150 -274 -250C-276 -400 -262 '
    + '-560 -246 -700C-238 -760 -234 -800 -230 -846Z'
  const paper = linear([[0, darker(colour, 0.24)], [0.1, lighter(colour, 0.22)],
      [0.3, lighter(colour, 0.08)], [0.7, darker(colour, 0.06)], [0.92, darker(colour, 0.42)],
      [1, darker(colour, 0.26)]])
  const ribs = Array.from({ length: 40 }, (_, i) => shape(box([-228 + i * 11.7, -848], [5, 76]), i % 2
      ? '#22100c' : '#fff6e4', { opacity: 0.14 })).join('')
  const gloss = soft(shape('M-214 -700C-236 -520 -242 -300 -216 -120C-196 -300 -196 -520 -180 -690Z',
      '#fff6e4') + shape('M214 -690C240 -500 244 -300 226 -110C206 -300 214 -500 196 -690Z', '#22100c'), 10,
      0.34)
  return shape(face, paper)
    + clipped(label + shape(box([-280, -860], [560, 900]),
      radial([[0, '#fff6e4', 0.2], [0.5, '#fff6e4', 0.03], [1, '#22100c', 0.34]], [0.34, 0.36], 0.72)) + gloss
      + soft(shape('M-250 -10Q0 -110 250 -10L250 40H-250Z', '#22100c'), 10, 0.22)
      + line('M-246 -40Q0 -96 248 -40', '#fff6e4', { 'stroke-width': 4, opacity: 0.25 }), face)
    + clipped(ribs + shape(box([-240, -774], [490, 4]), '#22100c', { opacity: 0.3 }), face)
    + shape(oval([0, -712], 21), darker(colour, 0.2)) + shape(oval([-2, -714], 16), lighter(colour, 0.18))
    + shape(oval([0, -712], 5), darker(colour, 0.6))
}
