import type { TObject } from 'typebox'
import { expect, test } from 'vitest'
import { calls } from '#contract/api.ts'
import type { Call } from '#contract/call.ts'
import { reads } from './measure-calls.ts'

test('the lists whose growth is measured need nothing but an email address', () => {
  const queries = Object.entries<Call>(calls).flatMap(([name, { query }]) =>
    reads.includes(name) && query ? [query as TObject] : [],
  )
  const required = queries.flatMap((query) => query.required ?? [])
  expect(reads.length).toBeGreaterThan(20)
  expect(new Set(required)).toEqual(new Set(['email']))
})
