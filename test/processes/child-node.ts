import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')
const cheapHashes = pathToFileURL(join(import.meta.dirname, 'cheap-hashes.mjs')).href

/**
 * The environment variables for a Node process that a test starts. Node caches the compiled modules of the shop in a
 * folder, because compiling them takes most of the time of a start.
 */
export const childEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
}

/** The arguments with which Node makes password hashes cheap in the new process. */
export const withCheapHashes = [
  '--import',
  `data:text/javascript,${encodeURIComponent(`import { useCheapHashes } from '${cheapHashes}'; useCheapHashes()`)}`,
]
