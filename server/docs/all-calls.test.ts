import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '#contract/api.ts'

const folder = join(import.meta.dirname, '../../contract')

test('the API contains every table of calls that the contract exports, and no call twice', async () => {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  const modules: object[] = await Promise.all(files.map((file) => import(join(folder, file))))
  const tables = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, table]) => (name.endsWith('Calls') ? [Object.keys(table)] : [])),
  )
  expect(tables.flat().toSorted()).toEqual(Object.keys(calls).toSorted())
})
