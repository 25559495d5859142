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
  [[], 'Not packed yet'],
  [[{ delivery: 'Ordered' }], 'Not packed yet'],
  [[{ delivery: 'Sent' }, { delivery: 'Sent' }], 'Sent'],
] as const)('an order with the items %j reads “%s”', (items, text) => {
  expect(deliveryText([...items])).toBe(text)
})
