import { readFile, writeFile } from 'node:fs/promises'
import { picture } from './light.ts'
import type { Size } from './render.ts'
import { filesOf, fingerprint, namesIn, placeholderColour, removeFrom, renderAll, renderPng } from './render.ts'
import { brands } from './scenes/brands.ts'
import { coffees } from './scenes/coffees.ts'
import { favicon, logo, touchIcon } from './scenes/emblem.ts'
import { packets } from './scenes/packets.ts'
import { sitePictures } from './scenes/site.ts'

const products = new URL('../../db/demo/pictures/', import.meta.url)
const assets = new URL('../../client/assets/', import.meta.url)
const list = new URL('../../db/demo/pictures.json', import.meta.url)
const sizes: Size[] = [
  { width: 240, avif: 58, webp: 78 },
  { width: 480, avif: 52, webp: 74 },
  { width: 800, avif: 50, webp: 68 },
  { width: 1200, avif: 46, webp: 64 }
]

await drawProducts()
await drawSite()

/**
 * Draws the pictures of the demo catalogue whose files are missing, and deletes the files of pictures that no longer
 * exist. A file name contains a hash of the drawing, but not of the sizes. After changing `sizes`, empty the folder
 * of the pictures by hand, so that all pictures are drawn again.
 */
async function drawProducts(): Promise<void> {
  const present = new Set(await namesIn(products))
  const ids: Record<string, string> = {}
  for (const [name, draw] of Object.entries({ ...brands, ...coffees, ...packets })) {
    const svg = picture(draw())
    const id = known(present, fingerprint(svg)) ?? `${fingerprint(svg)}-${await placeholderColour(svg)}`
    ids[name] = id
    if (filesOf(id, sizes).every((file) => present.has(file))) continue
    await renderAll(svg, { folder: products, name: id, sizes })
    console.log(`drew ${name}`)
  }
  const wanted = new Set(Object.values(ids).flatMap((id) => filesOf(id, sizes)))
  await removeFrom(products, [...present].filter((file) => !wanted.has(file)))
  await writeFile(list, `${JSON.stringify(ids, null, 2)}\n`)
}

/**
 * Draws the pictures of the website itself, such as the one at the top of the home page. Their file names are fixed.
 * `site-drawn.json` stores a hash of each drawing, so that only changed pictures are drawn again.
 */
async function drawSite(): Promise<void> {
  const memory = new URL('site-drawn.json', import.meta.url)
  const before: Record<string, string> = JSON.parse(await readFile(memory, 'utf8').catch(() => '{}'))
  const present = new Set(await namesIn(assets))
  const now: Record<string, string> = {}
  for (const { name, svg, sizes: wanted } of sitePictures()) {
    now[name] = fingerprint(svg + JSON.stringify(wanted))
    if (before[name] === now[name] && filesOf(name, wanted).every((file) => present.has(file))) continue
    await renderAll(svg, { folder: assets, name, sizes: wanted })
    console.log(`drew ${name}`)
  }
  await writeFile(new URL('logo.svg', assets), logo())
  await writeFile(new URL('favicon.svg', assets), favicon())
  await renderPng(touchIcon(), new URL('apple-touch-icon.png', assets), 180)
  await writeFile(memory, `${JSON.stringify(now, null, 2)}\n`)
}

function known(present: Set<string>, start: string): string | undefined {
  const file = [...present].find((name) => name.startsWith(`${start}-`))
  return file?.split('-').slice(0, 2).join('-')
}
