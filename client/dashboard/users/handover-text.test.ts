import { expect, test } from 'vitest'
import { handedOverText, handoverText } from './handover-text.ts'

test.each([
  [
    { brands: 2, coffees: 8, packets: 1 },
    'Their 2 brands, 8 coffee names and 1 packet stay in the shop and go to all admins, who find them under “Mine” in My Shop.',
    'Their 11 entries in the shop now belong to all admins.',
  ],
  [
    { brands: 0, coffees: 1, packets: 0 },
    'Their 1 coffee name stays in the shop and goes to all admins, who find it under “Mine” in My Shop.',
    'Their one entry in the shop now belongs to all admins.',
  ],
  [{ brands: 0, coffees: 0, packets: 0 }, null, null],
])('the texts before and after the deletion of an owner of %j', (counts, before, after) => {
  expect([handoverText(counts), handedOverText(counts)]).toEqual([before, after])
})
