import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { pathToFileURL } from 'node:url'
import { endWithParent } from './end-with-parent.mjs'
import { inRoot } from './place.mjs'
import { becomeCommand } from './run-command.mjs'
import { say, SetupError } from './say.mjs'

/** The oldest version of Node that runs TypeScript without a build and has `node:sqlite`. */
const OLDEST = 24

const compiled = inRoot('node_modules', '.cache', 'compiled')

const pinned = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * Returns the Node that runs the shop: the one pinned in package.json, or the system's if that is new enough.
 * @returns {string} path of the binary
 */
export function findNode() {
  if (isPinned()) return process.execPath
  if (majorOf(pinned) !== null) return pinned
  const others = [process.execPath, process.env['npm_node_execpath'] ?? process.execPath]
  const found = others.find((node) => (majorOf(node) ?? 0) >= OLDEST)
  if (!found) {
    throw new SetupError(
      `the pinned Node has no binary for ${process.platform}-${process.arch} here and this one is ${process.version}: ` +
        `install Node ${OLDEST} or newer (or run npm ci with install scripts allowed)`,
    )
  }
  say(`the pinned Node has no binary here: using ${found}`)
  return found
}

/**
 * Runs a program of the project on the given Node. If this process already runs on that Node, the program is loaded
 * into it. Otherwise a child process runs it, with the same options of Node. Node's compile cache is on, which makes
 * the next start a quarter faster.
 *
 * @param {string} node
 * @param {string} program path relative to the root
 * @param {string[]} args
 */
export async function runProgram(node, program, args) {
  const file = inRoot(program)
  // npm starts this process in a shell. A signal to npm ends only that shell.
  if (process.env['npm_lifecycle_event'] && process.platform !== 'win32') endWithParent()
  if (node !== process.execPath)
    return becomeCommand([node, ...process.execArgv, file, ...args], {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
    })
  module.enableCompileCache?.(compiled)
  process.argv = [process.execPath, file, ...args]
  await import(pathToFileURL(file).href)
}

/**
 * Returns whether this process runs on the pinned Node. An installation may have replaced the file of the pinned one.
 */
function isPinned() {
  try {
    const { version } = JSON.parse(readFileSync(inRoot('node_modules', 'node', 'package.json'), 'utf8'))
    return process.version === `v${version}` && realpathSync(process.execPath) === realpathSync(pinned)
  } catch {
    return false
  }
}

/**
 * @param {string} node
 * @returns {number | null} null when it does not run at all
 */
function majorOf(node) {
  if (node === process.execPath) return Number(process.versions.node.split('.')[0])
  try {
    const answer = execFileSync(node, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(/^v(\d+)/.exec(answer)?.[1] ?? 0)
  } catch {
    return null
  }
}
