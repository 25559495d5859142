import { expect, test } from 'vitest'
import { ApiError } from '#client/lib/api.ts'
import { sendMoves } from './moves.ts'
import type { Move } from './moves.ts'

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

test('moves are sent in batches, one after the other, and returned by their results', async () => {
  const calls: string[][] = []
  const results = await sendMoves(moves, 2, async (some) => {
    calls.push(ids(some))
    return new Map([
      ['1', 'not paid'],
      ['4', 'gone'],
    ])
  })
  expect(calls).toEqual([['0', '1'], ['2', '3'], ['4']])
  expect(ids(results.moved)).toEqual(['0', '2', '3'])
  expect(results.refused.map(({ move, reason }) => [move.item._id, reason])).toEqual([
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
  'after %s the moves before it are made, and the moves after it are not sent',
  async (_, error, { refused, unknown }) => {
    const calls: string[][] = []
    const results = await sendMoves(moves, 2, async (some) => {
      calls.push(ids(some))
      if (calls.length === 2) throw error
      return new Map()
    })
    expect(calls).toEqual([
      ['0', '1'],
      ['2', '3'],
    ])
    expect(ids(results.moved)).toEqual(['0', '1'])
    expect(results.refused).toEqual(refused.map((id) => ({ move: moves[Number(id)], reason: error })))
    expect(results.unknown).toEqual(unknown.map((id) => ({ move: moves[Number(id)], reason: error })))
  },
)
