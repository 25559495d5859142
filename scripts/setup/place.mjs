import { fileURLToPath } from 'node:url'
import { dirname, join } from 'node:path'

/** The folder that contains package.json. It does not depend on the working directory. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * Returns the path of a file or folder in the project.
 * @param {string[]} parts
 */
export function inRoot(...parts) {
  return join(root, ...parts)
}
