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
  'tools',
]
const DEEPEST = 2
/** The aim is twelve files without tests. A folder with more files than this has more than one subject. */
const MOST_SIBLINGS = 18

/** Names that do not describe the content of a file. */
export const namesThatSayNothing: Rule = (sources) =>
  sources.filter(isCode).flatMap(({ path }) => {
    const word = path.split('/').find((name) => BANNED.test(name.replace(/\..*$/, '')))
    return word ? [`${path}: "${word}" says nothing about what is inside`] : []
  })

/** Limits the number of folders between a tree and its files. */
export const foldersTooDeep: Rule = (sources) =>
  sources.filter(isCode).flatMap(({ path }) => {
    const tree = TREES.find((name) => path.startsWith(`${name}/`))
    if (!tree) return path.includes('/') && !path.startsWith('.') ? [`${path}: in no known tree`] : []
    const depth = path.slice(tree.length + 1).split('/').length - 1
    return depth > DEEPEST ? [`${path}: ${depth} folders below ${tree}, at most ${DEEPEST}`] : []
  })

/** Limits the number of files in a folder. */
export const foldersTooFull: Rule = (sources) => {
  const folders = Map.groupBy(
    sources.filter((source) => isCode(source) && !/\.(test|spec)\.tsx?$/.test(source.path)),
    folderOf,
  )
  return [...folders].flatMap(([folder, files]) =>
    folder && files.length > MOST_SIBLINGS
      ? [`${folder}: ${files.length} files, at most ${MOST_SIBLINGS}`]
      : [],
  )
}

/** Finds a test whose module does not exist. */
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

/** Migrations are numbered without gaps. Only the dialects of one migration share a number. */
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
