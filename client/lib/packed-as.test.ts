import { expect, test } from 'vitest'
import { packedAs } from './packed-as.ts'

test('a line says its weight, its grind and how often it comes, or nothing', () => {
  expect(packedAs({ weight: 250, grind: 'Filter' })).toBe('250\u00a0g · Filter')
  expect(packedAs({ weight: 250 })).toBe('250\u00a0g')
  expect(packedAs({ grind: 'Filter' })).toBe('Filter')
  expect(packedAs({ grind: 'Filter', everyWeeks: 2 })).toBe('Filter · every\u00a02\u00a0weeks')
  expect(packedAs({ everyWeeks: 1, roastersChoice: true })).toBe(
    'every\u00a0week, roaster’s choice after the first',
  )
  expect(packedAs({})).toBeNull()
})
