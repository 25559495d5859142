import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGE_FILE, IMAGE_FORMATS, IMAGE_WIDTHS } from '#contract/images.ts'
import { inRoot } from '../../scripts/setup/place.mjs'
import type { Finding } from './rounds.ts'

/** What the demo shop's pictures weigh, on average, in each format and width. */
export function measurePictures(): Finding[] {
  const folder = inRoot('db', 'demo', 'pictures')
  const names = readdirSync(folder)
  return IMAGE_WIDTHS.map((width) => {
    const average = (format: string) => {
      const sizes = names.filter((name) => isOf(name, width, format)).map((name) => statSync(join(folder, name)).size)
      return sizes.reduce((sum, size) => sum + size, 0) / sizes.length / 1000
    }
    return { title: `A picture ${width} wide`, unit: 'kB', digits: 1, rounds: [Object.fromEntries(IMAGE_FORMATS.map((format) => [format, average(format)]))] }
  })
}

function isOf(name: string, width: number, format: string): boolean {
  const [, , , itsWidth, itsFormat] = IMAGE_FILE.exec(name) ?? []
  return Number(itsWidth) === width && itsFormat === format
}
