import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { browserArguments } from '../../e2e/browser.ts'
import { installerEnv, npm } from '../../scripts/setup/install.mjs'
import { inRoot } from '../../scripts/setup/place.mjs'
import { runQuietly } from '../../scripts/setup/run-command.mjs'
import { sayWhile } from '../../scripts/setup/say.mjs'
import { getBrowser } from '../../scripts/test/get-browser.ts'
import { median } from './figures.ts'
import type { Figure } from './figures.ts'
import { onAllCores } from './page-browser.ts'

/** It brings 170 MB, so it is fetched when it is first asked for and is no dependency. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const folder = inRoot('node_modules', '.cache', 'lighthouse')
const OTHERS = ['accessibility', 'best-practices', 'seo']

type Audit = { id: string; score: number | null; numericValue?: number }
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
type Report = { categories: Record<string, Category>; audits: Record<string, Audit> }
type Lighthouse = (address: string, flags: Record<string, unknown>) => Promise<{ lhr: Report } | undefined>

/** Lighthouse on its phone, with its own computed throttling: that is what a busy machine disturbs least. */
export async function measureLighthouse(origin: string, rounds: number): Promise<Figure[]> {
  const { default: lighthouse }: { default: Lighthouse } = await import(
    pathToFileURL(await getLighthouse()).href
  )
  const reports: Report[] = []
  const look = async (port: number) => {
    for (let round = 0; round < rounds; round++) {
      const result = await lighthouse(`${origin}/`, {
        port,
        logLevel: 'silent',
        onlyCategories: ['performance', ...OTHERS],
      })
      if (result) reports.push(result.lhr)
    }
  }
  await onAllCores(() => withDevtools(look))
  const value = (audit: string) => reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)
  const score = (names: string[]) => reports.map((report) => points(report, names))
  const paint = Math.round(median(value('largest-contentful-paint')))
  return [
    {
      name: 'Lighthouse mobile, performance',
      unit: '',
      ours: score(['performance']),
      goal: 99,
      better: 'more',
      note: costs(reports, ['performance']),
    },
    {
      name: 'Lighthouse mobile, least of the three others',
      unit: '',
      ours: score(OTHERS),
      goal: 100,
      better: 'more',
      note: costs(reports, OTHERS),
    },
    {
      name: 'Lighthouse mobile, CLS',
      unit: '',
      ours: value('cumulative-layout-shift'),
      goal: 0.01,
      better: 'less',
    },
    {
      name: 'Lighthouse mobile, TBT',
      unit: 'ms',
      ours: value('total-blocking-time'),
      goal: 50,
      better: 'less',
      note: `LCP ${paint} ms`,
    },
  ]
}

/** The least of these categories, in points of a hundred. */
function points({ categories }: Report, names: string[]): number {
  return Math.min(...names.map((name) => Math.round((categories[name]?.score ?? Number.NaN) * 100)))
}

/** What took points in any of the reports. */
function costs(reports: Report[], names: string[]): string {
  const found = reports.flatMap(({ categories, audits }) => {
    const counted = names
      .flatMap((name) => categories[name]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
    return counted.map(({ id }) => id).filter((id) => (audits[id]?.score ?? 1) < 1)
  })
  return found.length === 0 ? '' : `short of full marks: ${[...new Set(found)].join(', ')}`
}

async function getLighthouse(): Promise<string> {
  const entry = join(folder, 'node_modules', 'lighthouse', 'core', 'index.js')
  if (existsSync(entry)) return entry
  mkdirSync(folder, { recursive: true })
  const command = [
    ...npm(),
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    LIGHTHOUSE,
  ]
  await sayWhile(`installing ${LIGHTHOUSE}`, () =>
    runQuietly(command, { name: 'npm install of Lighthouse', env: installerEnv() }),
  )
  return entry
}

async function withDevtools(work: (port: number) => Promise<void>): Promise<void> {
  const { path } = await getBrowser()
  const profile = mkdtempSync(join(tmpdir(), 'crema-lighthouse-'))
  const browser = spawn(
    path,
    [
      '--headless',
      ...browserArguments,
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  try {
    await work(await devtoolsPort(browser))
  } finally {
    const gone = new Promise((resolve) => browser.once('exit', resolve))
    browser.kill()
    await gone
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
}

function devtoolsPort(browser: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let words = ''
    browser.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk).slice(-10_000)
      const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(words)?.[1]
      if (port) resolve(Number(port))
    })
    browser.once('exit', (code) => reject(new Error(`The browser ended with ${code}: ${words}`)))
    browser.once('error', reject)
  })
}
