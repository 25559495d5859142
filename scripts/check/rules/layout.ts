import { isCode, isTest } from '../sources.ts'
import type { Rule, Source } from '../sources.ts'

const BANNED = /(^|-)(utils?|helpers?|misc|common|services?|managers?|index)(-|$)/
const TREES = [
  'bench',
  'client',
  'contract',
  'db/demo',
  'db/migrations',
  'docs',
  'e2e',
  'scripts',
  'server',
  'test',
]
const DEEPEST = 2
/**
 * The maximum number of files in a folder, without tests. The aim is twelve. A folder with more files than this
 * maximum usually has more than one subject.
 */
const MAX_SIBLINGS = 18

/** Finds names of files and folders that do not describe the content, such as `utils`. */
export const namesThatSayNothing: Rule = (sources) =>
  sources.filter(isCode).flatMap(({ path }) => {
    const word = path.split('/').find((name) => BANNED.test(name.replace(/\..*$/, '')))
    return word ? [`${path}: "${word}" says nothing about what is inside`] : []
  })

/**
 * Finds code that is nested too many folders deep in one of the folders in `TREES`, or that is in none of them. Code in
 * the root folder and in hidden folders is exempt.
 */
export const foldersTooDeep: Rule = (sources) =>
  sources.filter(isCode).flatMap(({ path }) => {
    const tree = TREES.find((name) => path.startsWith(`${name}/`))
    if (!tree) return path.includes('/') && !path.startsWith('.') ? [`${path}: in no known tree`] : []
    const depth = path.slice(tree.length + 1).split('/').length - 1
    return depth > DEEPEST ? [`${path}: ${depth} folders below ${tree}, at most ${DEEPEST}`] : []
  })

/** Finds folders with too many code files, not counting tests. */
export const foldersTooFull: Rule = (sources) => {
  const folders = Map.groupBy(
    sources.filter((source) => isCode(source) && !/\.(test|spec)\.tsx?$/.test(source.path)),
    folderOf,
  )
  return [...folders].flatMap(([folder, files]) =>
    folder && files.length > MAX_SIBLINGS
      ? [`${folder}: ${files.length} files, at most ${MAX_SIBLINGS}`]
      : [],
  )
}

/**
 * Finds test files of the client, the contract and the server without code to test: their folder contains neither a
 * module of the same name nor any other code.
 */
export const testsAlone: Rule = (sources) => {
  const paths = new Set(sources.map(({ path }) => path))
  return sources
    .filter((source) => isTest(source) && /^(client|contract|server)\//.test(source.path))
    .filter(({ path }) => !['.ts', '.tsx'].some((end) => paths.has(path.replace(/\.test\.tsx?$/, end))))
    .filter(
      ({ path }) =>
        !sources.some((other) => folderOf(other) === folderOf({ path }) && isCode(other) && !isTest(other)),
    )
    .map(({ path }) => `${path}: no code beside it`)
}

/**
 * Checks that migrations are numbered without gaps. Two files may share a number only if they are the SQLite and the
 * PostgreSQL version of the same migration.
 */
export const migrationNumbers: Rule = (sources) => {
  const names = sources
    .map(({ path }) => /^db\/migrations\/(.+)$/.exec(path)?.[1])
    .filter((name) => name !== undefined)
  const steps = [...new Set(names.map((name) => name.replace(/(\.postgres|\.sqlite)?\.sql$/, '')))].toSorted()
  return steps.flatMap((step, at) =>
    step.startsWith(`${String(at + 1).padStart(4, '0')}_`)
      ? []
      : [`db/migrations/${step}: expected number ${at + 1}`],
  )
}

function folderOf({ path }: Pick<Source, 'path'>): string {
  return path.split('/').slice(0, -1).join('/')
}
