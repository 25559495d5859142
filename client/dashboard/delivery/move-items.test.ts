import { expect, test } from 'vitest'
import { deliveryName, deliveryOf, nextState } from './move-items.ts'

test.each([
  [{}, null, null],
  [{ delivery: 'Packed' }, null, null],
  [{ payment: 'OK' }, 'Ordered', 'Packed'],
  [{ payment: 'OK', delivery: 'Packed' }, 'Packed', 'Sent'],
  [{ payment: 'OK', delivery: 'Sent' }, 'Sent', 'Delivered'],
  [{ payment: 'OK', delivery: 'Delivered' }, 'Delivered', null],
  [{ payment: 'OK', delivery: 'Sent', refunded: true }, null, null],
  [{ payment: 'OK', delivery: 'Delivered', gift: 'unused' }, null, null],
] as const)('the state of %j is %s, and the next one is %s', (item, state, next) => {
  expect([deliveryOf(item), nextState(item)]).toEqual([state, next])
})

test('a parcel is sent, and a pickup is ready', () => {
  expect([deliveryName('Sent', false), deliveryName('Sent', true)]).toEqual(['Sent', 'Ready for pickup'])
  expect(deliveryName('Packed', true)).toBe('Packed')
})
