import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the repository: its path from the repository's root, separated by `/`, and its text. */
export type Source = { path: string; text: string }

/** A rule about the files of the repository. It returns one line of text for each violation. */
export type Rule = (sources: Source[]) => string[]

const LEFT_OUT = new Set(['.git', 'coverage', 'data', 'dist', 'node_modules', 'test-results'])
const TEXT = /\.(css|html|json|md|mjs|sql|svg|ts|tsx|yml)$|(^|\/)(\.ci\/run|\.gitignore|LICENSE)$/

/**
 * Reads the source and text files of the working tree, whether they are committed or not. Folders such as `.git`,
 * `dist` and `node_modules` are left out.
 */
export function readSources(root: string): Source[] {
  return listFiles(root, '')
    .filter((path) => TEXT.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

export function isCode({ path }: Source): boolean {
  return /\.(mjs|tsx?)$/.test(path)
}

export function isTest({ path }: Source): boolean {
  return /\.(test|spec)\.tsx?$/.test(path) || /^(bench|e2e|test)\//.test(path)
}

function listFiles(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (LEFT_OUT.has(entry.name)) return []
    return entry.isDirectory() ? listFiles(root, path) : [path]
  })
}
