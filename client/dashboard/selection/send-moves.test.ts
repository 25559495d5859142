import { expect, test } from 'vitest'
import type { Move } from '../delivery/show-delivery.ts'
import { sendMoves } from './send-moves.ts'

const moves = Array.from({ length: 5 }, (_, at): Move => ({ item: { ...anyItem(), _id: String(at) }, from: 'Ordered', to: 'Packed' }))

function anyItem(): Move['item'] {
  return { _id: '', email: 'a@a.example', customer: 'A', productName: 'P', img: '', price: '1.00', ratting: 5, payment: 'OK', orderedAt: 0 }
}

const ids = (some: Move[]) => some.map(({ item }) => item._id)

test('moves are sent in calls of so many, one after the other, and sorted by what became of them', async () => {
  const calls: string[][] = []
  const outcome = await sendMoves(moves, 2, async (some) => {
    calls.push(ids(some))
    return new Map([['1', 'not paid'], ['4', 'gone']])
  })
  expect(calls).toEqual([['0', '1'], ['2', '3'], ['4']])
  expect(ids(outcome.moved)).toEqual(['0', '2', '3'])
  expect(outcome.refused.map(({ move, why }) => [move.item._id, why])).toEqual([['1', 'not paid'], ['4', 'gone']])
})

test('a call that fails ends it: what went before is moved, and nothing after it is sent', async () => {
  const calls: string[][] = []
  const lost = new Error('lost')
  const outcome = await sendMoves(moves, 2, async (some) => {
    calls.push(ids(some))
    if (calls.length === 2) throw lost
    return new Map()
  })
  expect(calls).toHaveLength(2)
  expect(ids(outcome.moved)).toEqual(['0', '1'])
  expect(outcome.refused.map(({ move, why }) => [move.item._id, why])).toEqual([['2', lost], ['3', lost], ['4', lost]])
})
