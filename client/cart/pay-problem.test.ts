import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import type { ProblemBody, ProblemCode } from '#contract/errors.ts'
import { problems } from '#contract/errors.ts'
import { readPayProblem } from './pay-problem.ts'

test('no answer, a fault and a payment under way are being checked, never failed', () => {
  expect(readPayProblem(new ApiError(0, 'network', 'gone'))).toEqual({ kind: 'checking' })
  expect(readPayProblem(refusal('internal'))).toEqual({ kind: 'checking' })
  expect(readPayProblem(refusal('busy'))).toEqual({ kind: 'checking' })
  expect(readPayProblem(refusal('being-paid'))).toEqual({ kind: 'checking' })
  expect(readPayProblem(new TypeError('a bug'))).toEqual({ kind: 'checking' })
})

test('a changed price and a product that is gone are told by name', () => {
  expect(readPayProblem(refusal('price-changed', { detail: 'Harar now costs $14.00.' }))).toEqual({
    kind: 'refused',
    text: 'Harar now costs $14.00. Nothing was charged.',
  })
  expect(readPayProblem(refusal('product-removed', { detail: 'Harar is no longer sold.' }))).toEqual({
    kind: 'refused',
    text: 'Harar is no longer sold. Nothing was charged.',
  })
})

test('a changed total is told', () => {
  expect(readPayProblem(refusal('total-changed', { total: '40.00' }))).toEqual({
    kind: 'refused',
    text: 'The total is now $40.00. Nothing was charged.',
  })
})

test('every other refusal is told in the words of the shop', () => {
  expect(readPayProblem(refusal('product-removed'))).toEqual({
    kind: 'refused',
    text: 'This product is no longer sold. Nothing was charged.',
  })
  expect(readPayProblem(refusal('price-changed'))).toEqual({
    kind: 'refused',
    text: 'The price has changed. Nothing was charged.',
  })
})

function refusal(code: ProblemCode, extra: Partial<ProblemBody> = {}): ApiError {
  const { status, title } = problems[code]
  return new ApiError(status, code, { type: 'about:blank', title, status, code, ...extra })
}
