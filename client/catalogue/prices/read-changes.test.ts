import { expect, test } from 'vitest'
import { changedIds, readChanges, toFields } from './read-changes.ts'

const bags = { _id: 's1', name: 'House Blend', unit: 'bags', remaining: 12 } as const
const pool = { _id: 's2', name: 'Harar', unit: 'grams', remaining: 5000 } as const
const rows = [
  { _id: 'p1', name: 'House Blend', place: 'Alma', price: '9.50', stock: bags },
  { _id: 'p2', name: 'Harar 250 g', place: 'Alma', price: '12.00', stock: pool },
  { _id: 'p3', name: 'Filter papers', place: 'Brewing', price: '4.00' },
]
const key = 'a'.repeat(32)

/** Returns what is sent if these fields are typed and all others stay. */
function read(typed: Record<string, { price?: string; amount?: string }>) {
  const fields = toFields(rows)
  for (const [id, row] of Object.entries(typed)) Object.assign(fields.rows[id] ?? {}, row)
  const changes = readChanges(rows, { typed: fields, currency: 'EUR', keyOf: () => key })
  return { ...changes, ids: changedIds(rows, fields) }
}

test('nothing is sent if nothing was typed, or only spaces', () => {
  expect(read({ p1: { price: ' 9.50 ', amount: ' 12 ' } })).toEqual({ changes: [], errors: [], ids: [] })
})

test('a new price is sent with the one that was shown', () => {
  expect(read({ p3: { price: '4,20' } }).changes).toEqual([
    { _id: 'p3', price: { shown: '4.00', to: '4,20' } },
  ])
})

test('a new amount is sent as the difference, in bags or from the pool', () => {
  expect(read({ p1: { amount: '30' }, p2: { amount: '-500' } }).changes).toEqual([
    { _id: 'p1', stock: { use: 'bags', shown: 's1', key, change: 18 } },
    { _id: 'p2', stock: { use: 'pool', poolId: 's2', shown: 's2', key, change: -500 } },
  ])
})

test('every mistake is said at its field', () => {
  const { errors, ids } = read({ p1: { price: '0', amount: 'many' }, p2: { amount: '-5001' } })
  expect(errors.map(({ field }) => field)).toEqual(['p1.price', 'p1.stock', 'p2.stock'])
  expect(ids).toEqual(['p1', 'p2'])
})
