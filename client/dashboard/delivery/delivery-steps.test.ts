import { expect, test } from 'vitest'
import { deliveryStates } from '#contract/values/states.ts'
import { deliveryOf, deliveryText, nextState } from './delivery-steps.ts'

test('each state has a next one but for the last', () => {
  expect(deliveryStates.map(nextState)).toEqual(['Packed', 'Sent', 'Delivered', null])
})

test.each([
  [{}, null],
  [{ delivery: 'Packed' }, null],
  [{ payment: 'OK' }, 'Ordered'],
  [{ payment: 'OK', delivery: 'Sent' }, 'Sent'],
  [{ payment: 'OK', delivery: 'Sent', refunded: true }, null],
] as const)('the state of %j is %s', (item, state) => {
  expect(deliveryOf(item)).toBe(state)
})

test.each([
  [[3, 0, 0, 0], 'Not packed yet'],
  [[2, 1, 0, 0], '1 of 3 packed'],
  [[0, 2, 0, 0], 'All 2 packed'],
  [[1, 0, 2, 0], '2 of 3 sent'],
  [[0, 1, 1, 1], '2 of 3 sent, 1 delivered'],
  [[0, 0, 1, 2], 'All 3 sent, 2 delivered'],
  [[0, 0, 0, 3], 'All 3 delivered'],
  [[0, 0, 1, 0], 'Sent'],
  [[0, 1, 0, 0], 'Packed'],
  [[0, 0, 0, 1], 'Delivered'],
] as const)('%j items that are ordered, packed, sent and delivered read “%s”', (counts, text) => {
  const items = deliveryStates.flatMap((delivery, step) =>
    Array.from({ length: counts[step] ?? 0 }, () => ({ delivery })),
  )
  expect(deliveryText(items)).toBe(text)
})
