import letters from './letters.json' with { type: 'json' }

/**
 * The letters of the typeface Fraunces as SVG paths, 1000 units to the em, each with its width. With outlines, no font
 * has to be installed on the server. They cover the Latin script and the symbols of currencies.
 */
const outlines = letters as unknown as Record<string, [advance: number, path: string]>

/** A text to draw: its left edge and its baseline in px, its size in px, and its colour. */
type Line = { text: string; x: number; y: number; size: number; colour: string }

/** Returns whether there are outlines for all characters of a text. */
export function canDraw(text: string): boolean {
  return [...text].every((character) => outlines[character] !== undefined)
}

/** Returns the width of a text in px. Characters without an outline have none. */
export function widthOf(text: string, size: number): number {
  const units = [...text].reduce((sum, character) => sum + (outlines[character]?.[0] ?? 0), 0)
  return (units * size) / 1000
}

/** Returns a line of text as an SVG element. */
export function drawLine({ text, x, y, size, colour }: Line): string {
  let along = 0
  const paths = [...text].map((character) => {
    const [advance, path] = outlines[character] ?? [0, '']
    const place = along
    along += advance
    return path === '' ? '' : `<path transform="translate(${place})" d="${path}"/>`
  })
  return `<g fill="${colour}" transform="translate(${x} ${y}) scale(${size / 1000})">${paths.join('')}</g>`
}

/**
 * Breaks a text into lines that are at most `width` px wide, in the largest of these sizes in which at most `max` lines
 * are needed. If there is no such size, uses the smallest one and cuts the text.
 */
export function fitText(
  text: string,
  { width, sizes, max }: { width: number; sizes: number[]; max: number },
) {
  for (const size of sizes) {
    const lines = wrap(text, size, width)
    const fits = lines.length <= max && lines.every((line) => widthOf(line, size) <= width)
    if (fits || size === sizes.at(-1)) return { size, lines: lines.slice(0, max) }
  }
  return { size: 0, lines: [] }
}

function wrap(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && widthOf(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
