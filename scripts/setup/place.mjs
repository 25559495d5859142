import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'

/** The folder of package.json, whatever the working directory is. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/** @param {string[]} parts */
export function inRoot(...parts) {
  return join(root, ...parts)
}
