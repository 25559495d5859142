import { expect, test } from 'vitest'
import { isAlike, kindText } from './alike.ts'

test.each([
  [{}, {}, false],
  [{ kind: 'blend' }, { kind: 'blend' }, true],
  [{ kind: 'blend' }, { kind: 'single-origin' }, false],
  [{ kind: 'blend', suitedFor: 'espresso' }, { kind: 'single-origin', suitedFor: 'espresso' }, true],
  [{ suitedFor: 'espresso' }, { suitedFor: 'both' }, true],
  [{ suitedFor: 'both' }, { suitedFor: 'espresso' }, false],
  [{ suitedFor: 'espresso' }, { kind: 'decaf', suitedFor: 'espresso' }, false],
  [{ kind: 'decaf', suitedFor: 'espresso' }, { suitedFor: 'espresso' }, false],
] as const)('in place of %j, %j can come: %s', (own, other, can) => {
  expect(isAlike(own, other)).toBe(can)
})

test.each([
  [{}, null],
  [{ kind: 'single-origin' }, 'single origin'],
  [{ kind: 'blend', suitedFor: 'both' }, 'filter and espresso'],
  [{ kind: 'decaf', suitedFor: 'espresso' }, 'decaf espresso'],
] as const)('%j is called %s', (facts, text) => {
  expect(kindText(facts)).toBe(text)
})
