import { readdirSync, readFileSync } from 'node:fs'
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
