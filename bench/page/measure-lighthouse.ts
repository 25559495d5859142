import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { browserArguments } from '../../e2e/browser.ts'
import { installerEnv, npm } from '../../scripts/setup/install.mjs'
import type { Figure } from '../figures.ts'
import type { Screen } from './screen.ts'

/** Lighthouse is not a dependency, because it takes 170 MB. npm downloads it into its cache when it is first used. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const PERFORMANCE = ['performance']
const OTHERS = ['accessibility', 'best-practices', 'seo']

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/**
 * Returns a function that runs Lighthouse with an emulated phone on a page. Lighthouse loads the page at full speed, and
 * calculates the times for a slow network and processor. Other work on the machine therefore has little effect on the
 * results.
 */
export function measureLighthouse(
  name: string,
  pathOf: (screen: Screen) => string,
): (screen: Screen) => Promise<Figure[]> {
  return async (screen) => figuresOf(name, `${screen.origin}${pathOf(screen)}`, screen)
}

function figuresOf(name: string, address: string, { browserPath, rounds }: Screen): Figure[] {
  const reports = Array.from({ length: rounds }, () => reportOn(address, browserPath))
  const scores = (categories: string[]) => reports.map((report) => leastScore(report, categories))
  const values = (audit: string) => reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN)
  return [
    { name: `${name} performance`, unit: '', ours: scores(PERFORMANCE), atLeast: 99 },
    { name: `${name} least of the three others`, unit: '', ours: scores(OTHERS), atLeast: 100 },
    { name: `${name} CLS`, unit: '', ours: values('cumulative-layout-shift'), atMost: 0.01 },
    { name: `${name} TBT`, unit: 'ms', ours: values('total-blocking-time'), atMost: 50 },
  ]
}

function reportOn(address: string, browser: string): Report {
  const [program = '', ...args] = [...npm(), 'exec', '--yes', '--ignore-scripts', LIGHTHOUSE, '--', address]
  const options = ['--quiet', '--output=json', `--only-categories=${[...PERFORMANCE, ...OTHERS].join()}`]
  const flags = `--chrome-flags=${['--headless', ...browserArguments].join(' ')}`
  const env = { ...installerEnv(), CHROME_PATH: browser }
  const place = { cwd: tmpdir(), env, maxBuffer: 100_000_000 }
  return JSON.parse(execFileSync(program, [...args, ...options, flags], { encoding: 'utf8', ...place }))
}

/** Returns the lowest score of the given categories, from 0 to 100. */
function leastScore({ categories }: Report, names: string[]): number {
  return Math.min(...names.map((name) => Math.round((categories[name]?.score ?? Number.NaN) * 100)))
}
