// `node scripts/run.mjs scripts/weigh.ts [commit]` prints how much there is of each part of the project: in the files of
// a commit, or of the working tree.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readLock } from './check/lock.ts'
import { isCode, readSources } from './check/sources.ts'
import type { Source } from './check/sources.ts'
import { inRoot, root } from './setup/place.mjs'

const [commit] = process.argv.slice(2)
const folder = commit ? mkdtempSync(join(tmpdir(), 'crema-weigh-')) : root
if (commit) {
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: Infinity })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
}
const sources = readSources(folder)
const lock = readLock(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
if (commit) rmSync(folder, { recursive: true })

const isTestFile = ({ path }: Source) => /\.(test|spec)\.tsx?$/.test(path)
const inFolders = (folders: RegExp) => sources.filter((source) => folders.test(source.path) && isCode(source))
const sides = inFolders(/^(server|client|contract)\//).filter((source) => !isTestFile(source))
const helpers = inFolders(/^(test|e2e|bench|tools)\//).filter((source) => !isTestFile(source))
const styles = sources.filter(({ path }) => /^client\/.*\.css$/.test(path))
const documents = sources.filter(({ path }) => /^docs\/.*\.md$/.test(path))
const records = documents.filter(({ path }) => /\/decisions\/\d/.test(path))
const words = documents.reduce((sum, { text }) => sum + text.split(/\s+/).filter(Boolean).length, 0)

print('server, client and contract without tests', sides)
print('helpers of tests, bench and tools', helpers)
print('tests', sources.filter(isTestFile))
print('CSS', styles)
console.log(`${words} words in docs/, ${records.length} decision records`)
console.log(`${count(dependencies)} dependencies to run, and ${count(devDependencies)} to test and check`)
console.log(
  `${megabytes(false)} MB installed to run, ${megabytes(true)} MB to test, without the package of Node`,
)

function print(name: string, files: Source[]): void {
  const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0)
  console.log(`${name}: ${lines} lines in ${files.length} files`)
}

function count(object: object): number {
  return Object.keys(object).length
}

/** Returns the size of the packages in package-lock.json that are installed here. */
function megabytes(withDev: boolean): number {
  const paths = Object.entries(lock.packages)
    .filter(([path, { dev }]) => path && !/\/node(-bin-[\w-]+)?$/.test(path) && (withDev || !dev))
    .map(([path]) => inRoot(path))
  const bytes = paths.filter((path) => existsSync(path)).reduce((sum, path) => sum + sizeOf(path), 0)
  return Math.round(bytes / 1e6)
}

/** Returns the size of a package without the packages inside it, which are in package-lock.json themselves. */
function sizeOf(path: string): number {
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules' && !entry.isSymbolicLink())
    .map(({ name }) => join(path, name))
    .reduce((sum, file) => sum + (statSync(file).isDirectory() ? sizeOf(file) : statSync(file).size), 0)
}
