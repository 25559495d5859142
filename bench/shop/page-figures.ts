import { brotliCompressSync, gzipSync } from 'node:zlib'
import { installedMegabytes } from '../figures/installed-size.ts'
import type { Figure } from './figures.ts'
import { measureLighthouse } from './lighthouse.ts'
import { inBrowser } from './page-browser.ts'
import { measureLargestPaint } from './page-loads.ts'
import { measureRouteChanges } from './page-routes.ts'

/** A measurement of the pages of a demo shop that is open at `origin`; it may give several figures. */
export type PageMeasurement = {
  name: string
  measure: (origin: string, rounds: number) => Figure[] | Promise<Figure[]>
}

export const pageMeasurements: PageMeasurement[] = [
  { name: 'home page size', measure: measureSizes },
  { name: 'LCP', measure: measureLargestPaint },
  { name: 'Lighthouse', measure: measureLighthouse },
  { name: 'route change', measure: measureRouteChanges },
  { name: 'installed size', measure: measureInstalledSize },
]

/** What the home page brings until it is alive, each file made small by itself. Sizes do not vary: one round. */
async function measureSizes(origin: string): Promise<Figure[]> {
  const html = await read(`${origin}/`)
  const scripts = await Promise.all((await scriptsOf(origin)).map(read))
  const sum = (compress: (file: Buffer) => Buffer) =>
    scripts.reduce((all, script) => all + compress(script).length, 0) / 1000
  const withoutData = Buffer.from(
    html.toString().replace(/<script type="application\/json".*?<\/script>/s, ''),
  )
  return [
    atMost(105, { name: 'home page, script, gzip', unit: 'kB', value: sum((script) => gzipSync(script)) }),
    atMost(92, {
      name: 'home page, script, brotli',
      unit: 'kB',
      value: sum((script) => brotliCompressSync(script)),
    }),
    atMost(16, {
      name: 'home page, HTML with CSS, brotli',
      unit: 'kB',
      value: brotliCompressSync(withoutData).length / 1000,
      note: `with its data ${(brotliCompressSync(html).length / 1000).toFixed(1)}`,
    }),
  ]
}

function scriptsOf(origin: string): Promise<string[]> {
  return inBrowser(async (browser) => {
    const page = await browser.newPage()
    const scripts: string[] = []
    page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
    await page.goto(origin, { waitUntil: 'networkidle' })
    return [...new Set(scripts)]
  })
}

async function read(address: string): Promise<Buffer> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
  if (!answer.ok) throw new Error(`${address} was answered with ${answer.status}.`)
  return Buffer.from(await answer.arrayBuffer())
}

/** All that `npm start` installs in a fresh clone, without the Node that it brings. */
function measureInstalledSize(): Figure[] {
  const { all, shipped } = installedMegabytes()
  return [
    atMost(250, {
      name: 'installed packages, without Node',
      unit: 'MB',
      value: all,
      note: `${Math.round(shipped)} without those for working on it`,
    }),
  ]
}

type Fixed = { name: string; unit: string; value: number; note?: string }

function atMost(goal: number, { name, unit, value, note = '' }: Fixed): Figure {
  return { name, unit, ours: [value], goal, better: 'less', note }
}
