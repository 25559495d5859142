import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { demoAccounts } from '#contract/values/demo.ts'
import { signIn } from '#test/harness/client.ts'
import { browserArguments } from '../e2e/find-browser.ts'
import { installerEnv, npm } from '../scripts/setup/install.mjs'
import { getBrowser } from '../scripts/test/get-browser.ts'
import { inOpenShop } from './bench-shop.ts'
import type { BenchShop } from './bench-shop.ts'
import type { Figure } from './figures.ts'
import { allowCores, shopProgram, startProcess } from './processes.ts'

/** Lighthouse is not a dependency, because it takes 170 MB. npm downloads it into its cache when it is first used. */
const LIGHTHOUSE = 'lighthouse@13.5.0'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const LCP = 'largest-contentful-paint'
/** Loads the page on a slow network with a slow processor, instead of calculating the times. */
const THROTTLED = ['--throttling-method=devtools', `--only-audits=${LCP}`]
const WITHOUT_SCRIPT = ['--blocked-url-patterns=*.js']

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<
    string,
    { numericValue?: number; details?: { items?: { url: string; resourceType?: string }[] } }
  >
}

/** Runs Lighthouse with an emulated phone on the home page, the page of all coffees and the page of one. */
export function measurePages(shop: BenchShop, rounds: number): Promise<Figure[]> {
  return inOpenShop(shop, async ({ url, productPath }) => {
    const measure = (name: string, path: string) => measurePage({ name, address: url + path, rounds })
    const home = await measure('home page', '/')
    const coffees = await measure('page of all coffees', '/coffees')
    const coffee = await measure('page of a coffee', productPath)
    const script = [await gzipKb(home.scripts)]
    return [
      ...[home, coffees, coffee].flatMap(({ figures }) => figures),
      { name: 'script of the home page, gzip', unit: 'kB', ours: script, atMost: 105 },
    ]
  })
}

/**
 * Does the same with the subscriptions of the shopper of a new demo shop, which search engines must not index. The shopper cannot sign
 * in to the large shop, whose passwords have cheap hashes.
 */
export async function measureOwnPage(dataDir: string, rounds: number): Promise<Figure[]> {
  const shop = await startProcess(shopProgram, { DATA_DIR: dataDir, PORT: '0', DEMO: '1' })
  const measure = async () => {
    const { cookie } = await signIn(shop, demoAccounts.shopper)
    const address = `${shop.url}/subscriptions`
    return (await measurePage({ name: 'own subscriptions', address, rounds, cookie })).figures
  }
  return measure().finally(shop.close)
}

type Measured = { name: string; address: string; rounds: number; cookie?: string }

/** Measures a page. With a cookie, it is one that search engines must not index. `scripts` are the URLs of its scripts. */
async function measurePage({ name, address, rounds, cookie }: Measured) {
  const { path } = await getBrowser()
  const always = cookie ? [`--extra-headers=${JSON.stringify({ cookie })}`] : []
  const chosen = CATEGORIES.filter((category) => !cookie || category !== 'seo')
  const run = (...flags: string[]) => runLighthouse(path, address, [...always, ...flags])
  const paint = async (...flags: string[]) =>
    (await run(...THROTTLED, ...flags)).audits[LCP]?.numericValue ?? Number.NaN
  const [scores, ours, limit]: [number[], number[], number[]] = [[], [], []]
  let scripts: string[] = []
  allowCores('0-63')
  for (let round = 0; round < rounds; round++) {
    const { categories, audits } = await run(`--only-categories=${chosen.join()}`)
    scores.push(Math.min(...chosen.map((category) => Math.round((categories[category]?.score ?? 0) * 100))))
    const requests = audits['network-requests']?.details?.items ?? []
    scripts = requests.filter(({ resourceType }) => resourceType === 'Script').map(({ url }) => url)
    limit.push(await paint(...WITHOUT_SCRIPT))
    ours.push(await paint())
  }
  allowCores('1-63')
  const figures: Figure[] = [
    { name: `Lighthouse mobile, ${name}, lowest score`, unit: '', ours: scores, atLeast: 100 },
    { name: `LCP of the ${name}, beside it without script`, unit: 'ms', ours, limit, atMost: 1.05 },
  ]
  return { figures, scripts }
}

/** Returns the size of files, each compressed on its own. Returns NaN if there are none. */
async function gzipKb(addresses: string[]): Promise<number> {
  const files = await Promise.all(addresses.map(async (address) => (await fetch(address)).arrayBuffer()))
  const bytes = files.reduce((sum, file) => sum + gzipSync(file).length, 0)
  return bytes > 0 ? bytes / 1000 : Number.NaN
}

async function runLighthouse(browser: string, address: string, flags: string[]): Promise<Report> {
  const [program = '', ...args] = [...npm(), 'exec', '--yes', '--ignore-scripts', LIGHTHOUSE, '--', address]
  const chrome = `--chrome-flags=${['--headless', ...browserArguments].join(' ')}`
  const env = { ...installerEnv(), CHROME_PATH: browser }
  const place = { cwd: tmpdir(), env, maxBuffer: 100_000_000 }
  const all = [...args, '--quiet', '--output=json', ...flags, chrome]
  return JSON.parse((await promisify(execFile)(program, all, place)).stdout)
}
