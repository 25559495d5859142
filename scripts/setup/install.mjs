import { existsSync, readFileSync } from 'node:fs'
import { delimiter } from 'node:path'
import { inRoot, root } from './place.mjs'
import { runQuietly } from './run-command.mjs'
import { sayWhile } from './say.mjs'

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, peer?: boolean, devOptional?: boolean }} LockedPackage */

/**
 * Returns whether node_modules contains every package of package-lock.json in its version. Compares npm's own list of
 * installed packages instead of the folders, which takes a few milliseconds.
 * @param {{ dev: boolean }} options dev: the packages that only building and testing need count too
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

/** Installs exactly the packages of package-lock.json. */
export async function install() {
  await sayWhile('installing packages (npm ci)', () =>
    runQuietly([...npm(), 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      name: 'npm ci',
      env: installerEnv(),
    }),
  )
}

/** Returns the command that runs npm: the npm that started this process, with its Node, or the one on the PATH. */
export function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  if (script?.endsWith('.js') && node && existsSync(node)) return [node, script]
  return ['npm']
}

/** Returns the environment without node_modules on the PATH, because an installation replaces the programs there. */
export function installerEnv() {
  const path = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(inRoot('node_modules')))
  return { ...process.env, PATH: path.join(delimiter), INIT_CWD: root }
}

/**
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
