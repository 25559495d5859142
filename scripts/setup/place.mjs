import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'

/** The folder that package.json stands in, wherever we were started from. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @param {string[]} parts */
export function inRoot(...parts) {
  return join(root, ...parts)
}
