import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const cheapHashes = pathToFileURL(join(import.meta.dirname, 'cheap-hashes.mjs')).href

/**
 * The environment that every Node process of a test gets. Node keeps the compiled modules of the shop in this folder,
 * because compiling them takes most of the time of a start.
 */
export const childEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
}

/** Arguments for Node that make password hashes cheap in that process. */
export const withCheapHashes = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`import { useCheapHashes } from '${cheapHashes}'; useCheapHashes()`)}`,
]
