import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Returns the path of the first of these programs that is in a folder of the `PATH` or in one of the folders `others`.
 * Returns null if none is.
 */
export function findProgram(names: string[], others: string[] = []): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...others]
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find(isProgram) ?? null
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
