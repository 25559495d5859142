import { expect, test } from 'vitest'
import { HANDED_OVER } from '#contract/values/orders/counter.ts'
import type { Dispute, OrderDetails, PackedOrder } from '#contract/orders/order-details.ts'
import { stepsOf, textOf, toneOf } from './order-steps.tsx'

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

test('a packer packs and sends, and has no step that is about the payment', () => {
  expect(stepsOf(order)).toEqual([])
  expect(stepsOf({ ...order, state: 'paid' })).toEqual(['packed'])
  expect(stepsOf({ ...order, state: 'packed' })).toEqual(['sent', 'paid'])
})

test('a pickup goes back to where it was ready, and a sale at the counter was never ready', () => {
  const checkoutOf = (id: string) => {
    const method = { id, name: 'At the roastery', kind: 'pickup' as const, note: '' }
    return { checkout: { method, address: null, addressLines: [], note: '', promise: null } }
  }
  const delivered: PackedOrder = { ...order, state: 'delivered' }
  expect(textOf({ ...delivered, ...checkoutOf('pickup') }, 'ready')).toBe('Back to Ready for pickup')
  expect(textOf({ ...delivered, ...checkoutOf(HANDED_OVER) }, 'ready')).toBe('Not handed over yet')
})

test('a cancelled order is not reopened if the customer has cancelled it', () => {
  const cancelled: OrderDetails = {
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
  expect(stepsOf(cancelled)).toEqual(['waiting'])
  expect(stepsOf({ ...cancelled, isCancelledByCustomer: true })).toEqual([])
})
