import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageRenderer } from '#contract/pages.ts'
import { ResponseCache, encodeOnThreads } from '#server/platform/http/response-cache.ts'
import type { EncodedResponse } from '#server/platform/http/response-cache.ts'
import { loadOnce } from '#server/platform/load-once.ts'
import { keepAssets } from './old-assets.ts'
import type { PageSource } from './page-source.ts'

type Manifest = Record<string, { file: string; css?: string[] }>

const BOOT = 'client/boot.ts'
const STYLES = 'client/styles.css'
const ICON = 'client/assets/favicon.svg'

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
  const assets = new Set(readdirSync(join(client, 'assets')))
  const files = keepAssets(join(client, 'assets'), join(dataDir, 'old-assets'))
  for (const name of assets) files.set(name, join(client, 'assets', name))
  return {
    renderer: loadOnce<PageRenderer>(() => import(pathToFileURL(join(dist, 'server-render.js')).href)),
    head: `<style>${css}</style>`,
    demoIcon: readFileSync(join(client, fileOf(manifest, ICON)), 'utf8'),
    policy: { style: [`'sha256-${createHash('sha256').update(css).digest('base64')}'`] },
    steady: true,
    scripts: `<script type="module" src="/${fileOf(manifest, BOOT)}"></script>`,
    asset: assetReader(files),
  }
}

function fileOf(manifest: Manifest, entry: string): string {
  const file = manifest[entry]?.file
  if (!file) throw new Error(`The build lacks ${entry}: run \`npm run build\` again.`)
  return file
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
  return encodeOnThreads(await readFile(file), {
    type,
    cacheControl: 'public, max-age=31536000, immutable',
  })
}
