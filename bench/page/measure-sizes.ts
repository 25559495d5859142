import type { Browser } from '@playwright/test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { inRoot } from '../../scripts/setup/place.mjs'
import type { Figure } from '../figures.ts'
import type { Screen } from './screen.ts'

/**
 * Measures the compressed size of the scripts that the home page loads, and of its HTML without the JSON data in it.
 * Each file is compressed separately.
 */
export async function measurePageSize({ origin, browser }: Screen): Promise<Figure[]> {
  const scripts = await Promise.all((await scriptsOf(browser, origin)).map(read))
  const [gzips, brotlis] = [
    scripts.map((file) => gzipSync(file)),
    scripts.map((file) => brotliCompressSync(file)),
  ]
  const html = (await read(origin)).toString().replace(/<script type="application\/json".*?<\/script>/s, '')
  const kilobytes = (files: Buffer[]) => [files.reduce((sum, { length }) => sum + length, 0) / 1000]
  const ours = kilobytes([brotliCompressSync(html)])
  return [
    { name: 'home page, script, gzip', unit: 'kB', ours: kilobytes(gzips), atMost: 105 },
    { name: 'home page, script, brotli', unit: 'kB', ours: kilobytes(brotlis), atMost: 92 },
    { name: 'home page, HTML with CSS, brotli', unit: 'kB', ours, atMost: 16 },
  ]
}

async function read(address: string): Promise<Buffer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} responded with ${response.status}.`)
  return Buffer.from(await response.arrayBuffer())
}

async function scriptsOf(browser: Browser, address: string): Promise<string[]> {
  const page = await browser.newPage()
  const scripts = new Set<string>()
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.add(request.url())))
  await page.goto(address, { waitUntil: 'networkidle' })
  return [...scripts]
}

/**
 * Measures the size of the packages in `node_modules`, where `npm start` installs them, except the package of Node
 * itself.
 */
export async function measureInstalledSize(): Promise<Figure[]> {
  const files = readdirSync(inRoot('node_modules'), { recursive: true, withFileTypes: true })
  const counted = files.filter(
    (file) => file.isFile() && !/node_modules\/(\.|node(-bin-setup)?(\/|$))/.test(file.parentPath),
  )
  const bytes = counted.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return [{ name: 'installed packages, without Node', unit: 'MB', ours: [bytes / 1e6], atMost: 250 }]
}
