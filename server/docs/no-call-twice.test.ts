import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '#contract/api.ts'

const folder = join(import.meta.dirname, '../../contract')

test('the contract defines no call twice', () => {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
  const defined = sources.flatMap((source) => source.match(/^ {2}'(GET|POST|PUT|DELETE) [^']+': \{/gm) ?? [])
  expect(defined.length).toBe(Object.keys(calls).length)
})
