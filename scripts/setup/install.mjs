import { existsSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { inRoot, root } from './place.mjs'
import { runQuietly } from './run-command.mjs'
import { sayWhile } from './say.mjs'

/**
 * An entry of package-lock.json.
 * @typedef {{
 *   version?: string, dev?: boolean, optional?: boolean, peer?: boolean, devOptional?: boolean
 * }} LockedPackage
 */

/**
 * Returns whether node_modules contains the packages of package-lock.json in the right versions. Optional and peer
 * dependencies are not checked. Reads npm's own list of the installed packages instead of the folders, so it takes only
 * a few milliseconds.
 * @param {{ dev: boolean }} options dev: whether to check the devDependencies, which only tests and checks need
 */
export function isInstalled({ dev }) {
  const installed = readPackages(inRoot('node_modules', '.package-lock.json'))
  if (!installed) return false
  const locked = Object.entries(readPackages(inRoot('package-lock.json')) ?? {})
  return locked.every(([path, entry]) => {
    const left = path === '' || entry.optional || entry.peer || entry.devOptional || (entry.dev && !dev)
    return left || installed[path]?.version === entry.version
  })
}

/**
 * Installs exactly the packages and versions of package-lock.json.
 * @param {{ dev: boolean }} options dev: whether to install the devDependencies. Where some are installed, all are.
 */
export async function install({ dev }) {
  const installed = Object.values(readPackages(inRoot('node_modules', '.package-lock.json')) ?? {})
  const kind = dev || installed.some((entry) => entry.dev) ? '--include=dev' : '--omit=dev'
  await sayWhile('installing packages (npm ci)', () =>
    runQuietly([...npm(), 'ci', kind, '--no-audit', '--no-fund', '--loglevel=error'], {
      name: 'npm ci',
      env: installerEnv(),
    }),
  )
}

/**
 * Returns the command that runs npm: the npm that started this process, with the Node binary that ran it, or else the
 * npm on the PATH.
 */
export function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script?.endsWith('.js') && node && existsSync(node)) return [node, script]
  return ['npm']
}

/**
 * Returns the environment variables for an installation: without node_modules on the PATH, because the installation
 * replaces the programs in that folder.
 */
export function installerEnv() {
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(inRoot('node_modules')))
  return { ...process.env, PATH: path.join(delimiter), INIT_CWD: root }
}

/**
 * Returns the packages that a file in the format of package-lock.json lists, or null if it cannot be read.
 * @param {string} file
 * @returns {Record<string, LockedPackage> | null}
 */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return null
  }
}
