import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import type { Move } from '../delivery/show-delivery.ts'
import { sendMoves } from './send-moves.ts'

const moves = Array.from({ length: 5 }, (_, at): Move => ({
  item: { ...anyItem(), _id: String(at) },
  from: 'Ordered',
  to: 'Packed',
}))

function anyItem(): Move['item'] {
  return {
    _id: '',
    email: 'a@a.example',
    customer: 'A',
    productName: 'P',
    img: '',
    price: '1.00',
    ratting: 5,
    payment: 'OK',
    orderedAt: 0,
  }
}

const ids = (some: Move[]) => some.map(({ item }) => item._id)

test('moves are sent in calls of so many, one after the other, and sorted by what became of them', async () => {
  const calls: string[][] = []
  const outcome = await sendMoves(moves, 2, async (some) => {
    calls.push(ids(some))
    return new Map([
      ['1', 'not paid'],
      ['4', 'gone'],
    ])
  })
  expect(calls).toEqual([['0', '1'], ['2', '3'], ['4']])
  expect(ids(outcome.moved)).toEqual(['0', '2', '3'])
  expect(outcome.refused.map(({ move, why }) => [move.item._id, why])).toEqual([
    ['1', 'not paid'],
    ['4', 'gone'],
  ])
})

const refusal = new ApiError(403, 'forbidden', 'Only admins move items.')

test.each([
  ['a refusal', refusal, { refused: ['2', '3', '4'], unknown: [] }],
  ['a lost response', new ApiError(0, 'network', 'lost'), { refused: ['4'], unknown: ['2', '3'] }],
  ['a fault of the server', new ApiError(500, 'internal', 'broken'), { refused: ['4'], unknown: ['2', '3'] }],
])(
  '%s ends the sending: the moves before it are made, and none after it is sent',
  async (_, error, { refused, unknown }) => {
    const calls: string[][] = []
    const outcome = await sendMoves(moves, 2, async (some) => {
      calls.push(ids(some))
      if (calls.length === 2) throw error
      return new Map()
    })
    expect(calls).toEqual([
      ['0', '1'],
      ['2', '3'],
    ])
    expect(ids(outcome.moved)).toEqual(['0', '1'])
    expect(outcome.refused).toEqual(refused.map((id) => ({ move: moves[Number(id)], why: error })))
    expect(outcome.unknown).toEqual(unknown.map((id) => ({ move: moves[Number(id)], why: error })))
  },
)
