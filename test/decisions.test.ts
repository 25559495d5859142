import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'docs/decisions'

test('the list of decision records has the number, the title and the file of each, once', () => {
  const records = readdirSync(folder).filter((name) => /^\d/.test(name))
  const expected = records.map((name) => {
    const [heading = ''] = readFileSync(`${folder}/${name}`, 'utf8').split('\n')
    return `- [${heading.replace('# ', '')}](${name})`
  })
  const list = readFileSync(`${folder}/README.md`, 'utf8').match(/^- .*$/gm) ?? []
  expect(list.toSorted()).toEqual(expected.toSorted())
})

test('there are at most 25 decision records, each of at most a page', () => {
  const records = readdirSync(folder).filter((name) => /^\d/.test(name))
  expect(records.length).toBeLessThanOrEqual(25)
  for (const record of records) expect(wordsIn([`${folder}/${record}`]), record).toBeLessThanOrEqual(450)
})

test('all documents together have at most 20,000 words', () => {
  expect(wordsIn(globSync(['*.md', 'docs/**/*.md']))).toBeLessThanOrEqual(20_000)
})

test('the files that CONTRIBUTING names are there', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8')
  const paths =
    text.match(/(?<=`)(bench|client|contract|db|docs|e2e|scripts|server|test)\/[\w./-]+(?=`)/g) ?? []
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => !path.includes('NNNN') && !existsSync(path))).toEqual([])
})

/** Counts what has spaces around it and a letter or a digit in it, so that the lines of a table do not count. */
function wordsIn(files: string[]): number {
  return files
    .flatMap((file) => readFileSync(file, 'utf8').split(/\s+/))
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}
