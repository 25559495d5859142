import { describe, expect, test } from 'vitest'
import {
  deliveryStates,
  isMoving,
  lineStates,
  orderStates,
  orderStateText,
  orderSteps,
  stepsFrom,
} from './states.ts'

/** Every step that an admin can make with a parcel, as the states before and after it. */
const PARCEL = [
  'waiting paid',
  'waiting cancelled',
  'cancelled waiting',
  'paid packed',
  'paid waiting',
  'packed sent',
  'packed paid',
  'sent delivered',
  'sent packed',
  'ready delivered',
  'ready packed',
  'delivered sent',
]

/** Every step that an admin can make with a pickup. */
const PICKUP = [
  'waiting paid',
  'waiting delivered',
  'waiting cancelled',
  'cancelled waiting',
  'paid packed',
  'paid waiting',
  'packed ready',
  'packed paid',
  'sent delivered',
  'sent packed',
  'ready delivered',
  'ready packed',
  'delivered ready',
]

const pairs = orderStates.flatMap((from) => orderStates.map((to) => [from, to] as const))

describe('the steps of an order', () => {
  test.each(pairs)('from %s to %s', (from, to) => {
    expect(stepsFrom(from, 'parcel').includes(to)).toBe(PARCEL.includes(`${from} ${to}`))
    expect(stepsFrom(from, 'pickup').includes(to)).toBe(PICKUP.includes(`${from} ${to}`))
  })

  const moving = orderStates.filter(isMoving)
  const movingPairs = moving.flatMap((from) => moving.map((to) => [from, to] as const))

  test.each(movingPairs)(
    'from %s to %s can be undone, and move the lines by one delivery state',
    (from, to) => {
      const isStep = orderSteps[from].includes(to)
      expect(orderSteps[to].includes(from)).toBe(isStep)
      const distance = deliveryStates.indexOf(lineStates[from]) - deliveryStates.indexOf(lineStates[to])
      expect(Math.abs(distance) === 1).toBe(isStep)
    },
  )

  test('of a gift, which is delivered once it is paid, lead back to its payment', () => {
    expect([stepsFrom('waiting', 'gift'), stepsFrom('delivered', 'gift')]).toEqual([
      ['paid', 'cancelled'],
      ['waiting'],
    ])
  })

  test('do not lead out of refunded', () => {
    expect(orderSteps.refunded).toEqual([])
  })
})

test('an order is called by its state, and a paid gift by what has become of its code', () => {
  expect(orderStateText({ state: 'delivered' })).toBe('Delivered')
  expect(orderStateText({ state: 'delivered', gift: 'unused' })).toBe('Gift, not used yet')
  expect(orderStateText({ state: 'waiting', gift: 'blocked' })).toBe('Waiting for payment')
})
