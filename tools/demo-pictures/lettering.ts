import { readFileSync } from 'node:fs'
import type { Point } from './svg.ts'
import { group, n } from './svg.ts'

interface Letter { advance: number, path: string }
type Face = 'roman' | 'italic'
interface Lettered { at: Point, size: number, colour: string, face?: Face, spacing?: number,
    width?: number }
interface OnCircle extends Lettered { radius: number, below?: boolean }

/**
 * The outlines of the typeface Fraunces, 1000 units to the em (licence: letters-license.txt). No font has to be
 * installed.
 */
const faces = JSON.parse(readFileSync(new URL('letters.json', import.meta.url), 'utf8')) as Record<Face,
    Record<string, Letter>>

/**
 * Draws a line of text as outlines, centred on `at`, which is on the baseline. Text wider than `width` is made smaller.
 */
export function lettered(text: string, { at: [x, y], size, colour, face = 'roman', spacing = 0,
    width = Infinity }: Lettered): string {
  const letters = outlinesOf(text, face)
  const long = letters.reduce((sum, letter) => sum + letter.advance + spacing, -spacing)
  const by = Math.min(size, width * 1000 / long) / 1000
  let along = -long / 2
  const outlines = letters.map((letter) => {
    const place = along
    along += letter.advance + spacing
    return letter.path ? `<path transform="translate(${n(place)} 0)" d="${letter.path}"/>` : ''
  }).join('')
  return group(outlines, { fill: colour, transform: `translate(${n(x)} ${n(y)}) scale(${by.toFixed(4)})` })
}

/** Draws letters along the outside of a circle, centred at its top. With `below`, they are centred at its bottom. */
export function lettersOnCircle(text: string,
    { at: [x, y], size, colour, spacing = 60, radius, below = false }: OnCircle): string {
  const letters = outlinesOf(text, 'roman')
  const by = size / 1000
  const long = letters.reduce((sum, letter) => sum + letter.advance + spacing, -spacing) * by
  let along = -long / 2
  const outlines = letters.map((letter) => {
    const wide = letter.advance * by
    const angle = (below ? -1 : 1) * (along + wide / 2) / radius * 180 / Math.PI
    along += wide + spacing * by
    const place = `rotate(${angle.toFixed(2)}) translate(${n(-wide / 2)} ${n(below ? radius : -radius)})`
    return letter.path ? `<path transform="${place} scale(${by.toFixed(4)})" d="${letter.path}"/>` : ''
  })
  return group(outlines.join(''), { fill: colour, transform: `translate(${n(x)} ${n(y)})` })
}

function outlinesOf(text: string, face: Face): Letter[] {
  return [...text].map((character) => {
    const letter = faces[face][character]
    if (!letter) throw new Error(`The letter '${character}' is missing in letters.json`)
    return letter
  })
}
