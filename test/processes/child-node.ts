import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '../..')

/** Returns the arguments with which Node calls a function of a module, which is plain JavaScript, in the new process. */
export function calling(name: string, path: string): string[] {
  const module = pathToFileURL(join(root, path)).href
  const source = `import { ${name} } from ${JSON.stringify(module)}; ${name}()`
  return ['--import', `data:text/javascript,${encodeURIComponent(source)}`]
}

/**
 * The environment variables for a Node process that a test starts. Node caches the compiled modules of the shop in a
 * folder, because compiling them takes most of the time of a start.
 */
export const childEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
}

/** The arguments with which Node makes password hashes cheap in the new process. */
export const withCheapHashes = calling('useCheapHashes', 'test/processes/cheap-hashes.mjs')
