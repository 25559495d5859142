import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from './place.mjs'
import { runQuietly } from './run-command.mjs'
import { sayWhile } from './say.mjs'

const SOURCES = [
  'client',
  'contract',
  'server',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.client.json',
]
const stamp = inRoot('dist', '.built-from')

/** Returns whether dist was built from the current sources. Compares names, sizes and modification times, not contents. */
export function isBuilt() {
  try {
    return readFileSync(stamp, 'utf8') === fingerprint()
  } catch {
    return false
  }
}

/**
 * Builds the client and the server. The server's existing files are replaced only when the new ones are complete,
 * because a shop may be running on them.
 *
 * @param {string} node the Node to build with
 */
export async function build(node) {
  const sources = fingerprint()
  rmSync(stamp, { force: true })
  const before = listParts()
  await sayWhile('building the shop', () => Promise.all([viteBuild(node, []), viteBuild(node, ['--ssr'])]))
  const after = listParts()
  for (const [part, writtenAt] of before) if (after.get(part) === writtenAt) rmSync(part)
  mkdirSync(inRoot('dist'), { recursive: true })
  writeFileSync(stamp, sources)
}

/** Lists the server's chunks, whose names contain a hash, with their modification times. */
function listParts() {
  const folder = inRoot('dist', 'server')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(names.map((name) => join(folder, name)).map((part) => [part, statSync(part).mtimeMs]))
}

/**
 * @param {string} node
 * @param {string[]} args
 */
async function viteBuild(node, args) {
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js')
  await runQuietly([node, vite, 'build', ...args], {
    name: `vite build ${args.slice(0, 2).join(' ')}`.trimEnd(),
  })
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) addToHash(hash, source)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path relative to the root
 */
function addToHash(hash, path) {
  const found = statSync(inRoot(path), { throwIfNoEntry: false })
  if (!found) return
  if (found.isDirectory()) {
    for (const name of readdirSync(inRoot(path)).toSorted()) addToHash(hash, `${path}/${name}`)
  } else if (!/\.test\.tsx?$/.test(path)) {
    hash.update(`${path}\0${found.size}\0${found.mtimeMs}\n`)
  }
}
