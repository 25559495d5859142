import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { OwnPage, PageRenderer } from '#contract/pages.ts'
import { EncodedResponse, ResponseCache } from '#server/platform/http/response-cache.ts'
import { styleSource } from '#server/platform/http/security-headers.ts'
import type { PolicyAdditions } from '#server/platform/http/security-headers.ts'
import { loadOnce } from '#server/platform/load-once.ts'

/** Where the server gets the client's pages from: the built client or, in development, Vite. */
export type PageSource = {
  /** Loads the client's code that renders pages on the server (`client/server-render.tsx`). */
  renderer: () => Promise<PageRenderer>
  /** The HTML for the document's head that is the same on all pages, such as the stylesheet. */
  head: string
  /** The HTML with the styles of the pages of `ownPages`, which are not in `head`. */
  ownStyles: Record<OwnPage, string>
  /** The icon of the demo shop as an SVG image. */
  demoIcon: string
  /** What the content security policy of pages must allow in addition. */
  policy: PolicyAdditions
  /** Whether rendered pages may be cached while their data is unchanged. It is false in development. */
  steady: boolean
  /** The script elements at the end of every page's body. */
  scripts: string
  /** Returns a built file under `/assets/`, or null if there is no file with this name. */
  asset: (name: string) => Promise<EncodedResponse | null>
}

type Manifest = Record<string, { file: string; css?: string[]; imports?: string[] }>

const BOOT = 'client/boot.ts'
const STYLES = 'client/styles.css'
const ICON = 'client/assets/favicon.svg'
const OWN: Record<OwnPage, string> = {
  subscriptions: 'client/subscriptions/subscriptions-page.tsx',
  account: 'client/account/account-page.tsx',
}

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
}

/**
 * Returns the pages that `npm run build` wrote to the folder `dist`. Throws an error with a one-sentence message if the
 * pages are missing. The scripts and pictures of the pages are also kept in `dataDir`, and those of the versions before
 * are served from there.
 */
export function openBuiltPages(dist: string, dataDir: string): PageSource {
  const client = join(dist, 'client')
  const manifestFile = join(client, '.vite/manifest.json')
  if (!existsSync(manifestFile)) throw new Error('The pages are not built yet: run `npm run build`.')
  const manifest: Manifest = JSON.parse(readFileSync(manifestFile, 'utf8'))
  const css = readFileSync(join(client, fileOf(manifest, STYLES)), 'utf8')
  const stylesOf = (page: OwnPage) =>
    filesOfStyles(manifest, OWN[page]).map((file) => readFileSync(join(client, file), 'utf8'))
  const own = { subscriptions: stylesOf('subscriptions').join(''), account: stylesOf('account').join('') }
  return {
    renderer: loadOnce<PageRenderer>(() => import(pathToFileURL(join(dist, 'server-render.js')).href)),
    head: `<style>${css}</style>`,
    ownStyles: {
      subscriptions: `<style>${own.subscriptions}</style>`,
      account: `<style>${own.account}</style>`,
    },
    demoIcon: readFileSync(join(client, fileOf(manifest, ICON)), 'utf8'),
    policy: { style: [css, own.subscriptions, own.account].map(styleSource) },
    steady: true,
    scripts: `<script type="module" src="/${fileOf(manifest, BOOT)}"></script>`,
    asset: assetReader(filesIn(join(client, 'assets'), join(dataDir, 'old-assets'))),
  }
}

function fileOf(manifest: Manifest, entry: string): string {
  const file = manifest[entry]?.file
  if (!file) throw new Error(`The build lacks ${entry}: run \`npm run build\` again.`)
  return file
}

/** Returns the files with the styles of a script and of all that it imports. */
function filesOfStyles(manifest: Manifest, entry: string): string[] {
  const found = new Set([entry])
  // A set can grow while a loop goes through it.
  for (const one of found) for (const next of manifest[one]?.imports ?? []) found.add(next)
  return [...found].flatMap((one) => manifest[one]?.css ?? [])
}

/** Files that the shop last used this long before its last start are deleted. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Returns the paths of the built files in `assets` by name, and of those of earlier versions, which are kept in `kept`.
 * Pages that browsers loaded before an upgrade need them. The version before is always kept, however long it ran. Several
 * processes can share the folder. If it cannot be written to, there are no files of earlier versions.
 */
function filesIn(assets: string, kept: string): Map<string, string> {
  const files = new Map<string, string>()
  try {
    mkdirSync(kept, { recursive: true })
    const old = filesOf(kept).map((name) => {
      const file = join(kept, name)
      return { name, file, startedAt: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
    })
    const lastStart = Math.max(0, ...old.map(({ startedAt }) => startedAt))
    for (const { name, file, startedAt } of old) {
      if (startedAt < lastStart - KEPT_MS) rmSync(file, { force: true })
      else files.set(name, file)
    }
    for (const name of filesOf(assets)) keep(join(assets, name), join(kept, name), new Date())
  } catch {
    // The shop works without old files. A full or read-only disk is reported when something must be stored there.
  }
  for (const name of filesOf(assets)) files.set(name, join(assets, name))
  return files
}

/** Returns the names of the files in a folder, without those of folders. */
function filesOf(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Copies a file if it is not there yet, and sets the time of the copy. */
function keep(file: string, copy: string, at: Date): void {
  if (!existsSync(copy)) {
    // Another process never sees an incomplete copy.
    copyFileSync(file, `${copy}.${process.pid}`)
    renameSync(`${copy}.${process.pid}`, copy)
  }
  utimesSync(copy, at, at)
}

function assetReader(files: ReadonlyMap<string, string>): PageSource['asset'] {
  const made = new ResponseCache()
  return async (name) => {
    const file = files.get(name)
    return file === undefined ? null : made.get(name, () => readAsset(file))
  }
}

async function readAsset(file: string): Promise<EncodedResponse> {
  const type = TYPES[extname(file)] ?? 'application/octet-stream'
  return new EncodedResponse(await readFile(file), {
    type,
    cacheControl: 'public, max-age=31536000, immutable',
  })
}
