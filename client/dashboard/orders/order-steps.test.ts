import { expect, test } from 'vitest'
import type { Dispute, OrderDetails, PackedOrder } from '#contract/orders/order-details.ts'
import { stepsOf, toneOf } from './order-steps.tsx'

const dispute: Dispute = { kind: 'dispute', status: 'open', amount: '15.05', reason: 'fraudulent', at: 0 }

test('the next step of an order stands out, and the step back does not', () => {
  expect(toneOf({ state: 'packed', disputes: [] }, 'sent')).toBe('primary')
  expect(toneOf({ state: 'packed', disputes: [] }, 'paid')).toBe('quiet')
  expect(toneOf({ state: 'waiting', disputes: [] }, 'cancelled')).toBe('danger')
})

test('no step of an order stands out while a dispute is open', () => {
  expect(toneOf({ state: 'paid', disputes: [dispute] }, 'packed')).toBe('quiet')
  expect(toneOf({ state: 'paid', disputes: [{ ...dispute, status: 'won' }] }, 'packed')).toBe('primary')
})

test('a packer packs and sends, and has no step that is about the payment', () => {
  const order: PackedOrder = {
    _id: '1',
    number: 1,
    state: 'waiting',
    customer: 'Cora',
    orderedAt: 0,
    items: [],
    disputes: [],
    notes: [],
    lots: [],
  }
  expect(stepsOf(order)).toEqual([])
  expect(stepsOf({ ...order, state: 'paid' })).toEqual(['packed'])
  expect(stepsOf({ ...order, state: 'packed' })).toEqual(['sent', 'paid'])
})

test('a cancelled order is not reopened if the customer has cancelled it', () => {
  const order: OrderDetails = {
    _id: '1',
    number: 1,
    state: 'cancelled',
    email: 'cora@people.example',
    customer: 'Cora',
    total: '2.50',
    orderedAt: 0,
    items: [],
    refunds: [],
    shopNotes: [],
    kind: 'full',
    gateway: 'transfer',
    disputes: [],
    notes: [],
    lots: [],
    mails: [],
  }
  expect(stepsOf(order)).toEqual(['waiting'])
  expect(stepsOf({ ...order, isCancelledByCustomer: true })).toEqual([])
})
