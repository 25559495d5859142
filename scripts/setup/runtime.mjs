import { execFileSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { pathToFileURL } from 'node:url'
import { endWithParent } from './end-with-parent.mjs'
import { inRoot } from './place.mjs'
import { becomeCommand } from './run-command.mjs'
import { say, SetupError } from './say.mjs'

/**
 * The oldest major version of Node that can run the shop. All its releases run TypeScript and contain `node:sqlite`.
 */
const OLDEST = 24

const compiled = inRoot('node_modules', '.cache', 'compiled')

const pinned = inRoot('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/**
 * Returns the Node binary that runs the shop: the version that package.json pins or, if it has no binary for this
 * machine, an installed Node that is new enough. Throws `SetupError` if there is none.
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
 * Runs a program of the project with the given Node binary. If that binary already runs this process, the program is
 * imported into this process. Otherwise a child process with the same Node options runs it. Node's compile cache is
 * turned on, which makes the next start a quarter faster.
 *
 * @param {string} node path of the Node binary
 * @param {string} program path relative to the repository's root
 * @param {string[]} args
 */
export async function runProgram(node, program, args) {
  const file = inRoot(program)
  // npm starts this process through a shell. A signal that is sent to npm ends only the shell, so this process
  // watches its parent.
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
 * Returns whether the Node binary that package.json pins runs this process. Compares the version too, because an
 * installation may have replaced the binary since the process started.
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
 * Returns the major version of a Node binary.
 * @param {string} node path of the binary
 * @returns {number | null} null if the binary does not run at all
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
