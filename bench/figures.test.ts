import { expect, test } from 'vitest'
import { lineOf } from './figures.ts'
import type { Figure } from './figures.ts'

const rate: Figure = { name: 'reads', unit: '1/s', ours: [60, 50, 80], limit: [100, 100, 100], atLeast: 0.5 }
const size: Figure = { name: 'script', unit: 'kB', ours: [104.8], atMost: 105 }

test('a line has the medians of the figure, its limit and their ratio', () => {
  const medians = { ours: 60, limit: 100, ratio: 0.6, floor: '≥ 0.5' }
  expect(lineOf(rate)).toMatchObject(medians)
})

test.each<[string, Figure, 'met' | 'missed' | 'far off']>([
  ['a ratio above its floor', rate, 'met'],
  ['a ratio below its floor', { ...rate, ours: [49] }, 'missed'],
  ['a ratio below half of its floor', { ...rate, ours: [24] }, 'far off'],
  ['a ratio without a measured limit', { ...rate, limit: [] }, 'far off'],
  ['a size within its floor', size, 'met'],
  ['a size above its floor', { ...size, ours: [105.1] }, 'missed'],
  ['a size of more than twice its floor', { ...size, ours: [211] }, 'far off'],
  ['a size that was not measured', { ...size, ours: [] }, 'far off'],
])('%s', (_, figure, expected) => {
  const { isMet, isFarOff } = lineOf(figure)
  expect({ isMet, isFarOff }).toEqual({ isMet: expected === 'met', isFarOff: expected === 'far off' })
})
