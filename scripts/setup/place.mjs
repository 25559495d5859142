import { fileURLToPath } from 'node:url'
import { join } from 'node:path'

/** The folder that package.json stands in, wherever we were started from. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** @param {string[]} parts */
export function inRoot(...parts) {
  return join(root, ...parts)
}
