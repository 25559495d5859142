import { soft } from '../light.ts'
import { darker, ink, lighter, mix } from '../palette.ts'
import type { Point } from '../svg.ts'
import { box, clipped, line, linear, oval, path, polygon, radial, shape } from '../svg.ts'

/** A head is drawn around its middle: the chin is at y 150, the crown at y -160, the ears are at x -118 and 118. */
export interface Person { skin: string, hair: string, style: 'bun' | 'beanie' | 'bob', top: string,
    accent: string }

/** Draws head, neck and shoulders from the front, lit from the left. */
export function bust({ skin, hair, style, top, accent }: Person): string {
  return backHair(style, hair) + shoulders(skin, top) + collar(style, top, accent)
    + head(skin) + features(skin, style, hair) + frontHair(style, hair, accent)
}

function head(skin: string): string {
  const face = 'M-112 -40C-114 -130 -60 -164 0 -164C60 -164 114 -130 112 -40C112 40 84 100 50 130C24 152 '
    + '-24 152 -50 130C-84 100 -112 40 -112 -40Z'
  const ear = (x: number, tone: string) => shape(oval([x, -6], 22, 34), tone)
  return ear(-112, lighter(skin, 0.1)) + ear(112, darker(skin, 0.26))
    + shape(face, linear([[0, lighter(skin, 0.28)], [0.4, lighter(skin, 0.06)], [0.75, darker(skin, 0.1)],
      [1, darker(skin, 0.3)]], [0, 0.2, 1, 0.4]))
    + clipped(soft(shape(oval([-62, 48], 34, 24), '#d0573f')
      + shape(oval([62, 48], 34, 24), '#b8432f'), 10, 0.3), face)
}

function shoulders(skin: string, top: string): string {
  return shape('M-46 100H46V210Q0 250 -46 210Z', linear([[0, darker(skin, 0.06)], [1, darker(skin, 0.4)]]))
    + soft(shape(oval([6, 148], 52, 26), '#2a1208'), 5, 0.35)
    + shape('M-262 420C-256 300 -200 234 -70 204Q0 262 70 204C200 234 256 300 262 420Z',
      linear([[0, lighter(top, 0.22)], [0.4, top], [1, darker(top, 0.36)]]))
}

function features(skin: string, style: Person['style'], hair: string): string {
  const dark = mix(ink.espresso, hair === '#cfc8bd' ? '#5b4a40' : hair, 0.25)
  const eye = (x: number) => shape(oval([x, -8], 10, 13), ink.espresso)
    + shape(oval([x - 3, -13], 3.4), '#ffffff')
  const brow = (side: number) => line(path`M${side * 76} -38Q${side * 56} -60 ${side * 24} -50`, dark,
      { 'stroke-width': 8 })
  const smile = style === 'beanie' ? '' : shape('M-40 78Q0 92 40 78Q30 118 0 118Q-30 118 -40 78Z', '#7c2f26')
    + shape('M-34 82Q0 93 34 82L30 92Q0 102 -30 92Z', '#fff6e8')
  const glasses = style === 'bob' ? [-48, 48].map((x) => line(oval([x, -8], 37, 34), ink.brick,
      { 'stroke-width': 7 })).join('') + line('M-12 -14Q0 -22 12 -14M-85 -14L-112 -20M85 -14L112 -20',
      ink.brick, { 'stroke-width': 7 }) : ''
  return eye(-48) + eye(48) + brow(-1) + brow(1)
    + line('M-4 -4C8 20 16 34 4 44Q-4 48 -14 44', darker(skin, 0.42), { 'stroke-width': 6 }) + smile + glasses
}

function backHair(style: Person['style'], hair: string): string {
  const tone = linear([[0, lighter(hair, 0.18)], [1, darker(hair, 0.35)]])
  if (style === 'bun') return shape(oval([6, -212], 84, 76), tone)
    + curls([[-120, -60], [-124, 0], [122, -60], [126, 0], [-110, 54], [112, 54]], 44, hair)
  if (style === 'bob') return shape('M-150 110C-176 -20 -160 -190 0 -200C160 -190 176 -20 150 110Q150 130 '
    + '120 128L-120 128Q-150 130 -150 110Z', tone)
  return ''
}

function frontHair(style: Person['style'], hair: string, accent: string): string {
  if (style === 'bun') {
    return curls([[-96, -104], [-60, -142], [-16, -158], [30, -156], [72, -136], [100, -100], [-112, -66],
        [112, -64]], 40, hair)
      + shape(oval([-114, 44], 12), ink.straw) + shape(oval([114, 44], 12), darker(ink.straw, 0.2))
      + line('M-88 -150Q0 -208 92 -146', accent, { 'stroke-width': 22 })
  }
  if (style === 'bob') {
    return shape('M-130 70C-152 -60 -122 -190 8 -190C132 -186 152 -60 130 70C126 0 116 -44 92 -82C40 -64 '
      + '-30 -60 -70 -92C-104 -60 -122 0 -130 70Z',
        linear([[0, lighter(hair, 0.5)], [0.5, hair], [1, darker(hair, 0.3)]]))
      + line('M-60 -150Q-100 -110 -112 -40M30 -160Q90 -130 112 -60', darker(hair, 0.25),
        { 'stroke-width': 5, opacity: 0.5 })
  }
  return beard(hair) + beanie(accent)
}

function beard(hair: string): string {
  const d = 'M-114 -10C-112 60 -92 118 -52 148C-24 172 24 172 52 148C92 118 112 60 114 -10C104 30 84 56 58 '
    + '60C30 52 -30 52 -58 60C-84 56 -104 30 -114 -10Z'
  return shape(d, linear([[0, lighter(hair, 0.2)], [0.5, hair], [1, darker(hair, 0.35)]]))
    + shape('M-34 82Q0 92 34 82Q26 110 0 110Q-26 110 -34 82Z', '#7c2f26')
    + shape('M-28 85Q0 93 28 85L24 93Q0 100 -24 93Z', '#fff6e8')
    + shape('M-58 70C-40 50 -12 54 0 62C12 54 40 50 58 70C34 80 14 80 0 74C-14 80 -34 80 -58 70Z',
      darker(hair, 0.1))
}

function beanie(colour: string): string {
  const ribs = Array.from({ length: 9 }, (_, i) => line(path`M${-108 + i * 27} -72V-116`,
      darker(colour, 0.35), { 'stroke-width': 4, opacity: 0.6 })).join('')
  return shape('M-118 -100C-118 -230 118 -230 118 -100Z',
      linear([[0, lighter(colour, 0.3)], [0.5, colour], [1, darker(colour, 0.36)]]))
    + shape(box([-126, -122], [252, 58], 24),
      linear([[0, lighter(colour, 0.45)], [0.5, lighter(colour, 0.12)], [1, darker(colour, 0.25)]])) + ribs
}

function collar(style: Person['style'], top: string, accent: string): string {
  if (style === 'bob') return shape('M-96 176Q0 240 96 176Q120 220 90 246Q0 296 -92 246Q-122 220 -96 176Z',
      linear([[0, lighter(accent, 0.3)], [0.5, accent], [1, darker(accent, 0.4)]]))
    + shape('M40 238L104 380L30 396L6 262Z', darker(accent, 0.2))
  if (style === 'beanie') return shape(polygon([[-74, 200], [0, 268], [-66, 300], [-120, 224]]),
      lighter(top, 0.3)) + shape(polygon([[74, 200], [0, 268], [66, 300], [120, 224]]), darker(top, 0.12))
    + [310, 360].map((y) => shape(oval([0, y], 7), darker(top, 0.5))).join('')
  return line('M-72 206Q0 268 72 206', darker(top, 0.3), { 'stroke-width': 16 })
}

function curls(places: Point[], radius: number, hair: string): string {
  return places.map(([x, y]) => shape(oval([x, y], radius),
      radial([[0, lighter(hair, 0.3)], [0.7, hair], [1, darker(hair, 0.3)]], [0.35, 0.3], 0.8))
    + line(path`M${x - radius * 0.4} ${y + 4}`
      + path`q${radius * 0.3} ${-radius * 0.6} ${radius * 0.8} ${-radius * 0.1}`,
      lighter(hair, 0.3), { 'stroke-width': 4, opacity: 0.4 })).join('')
}
