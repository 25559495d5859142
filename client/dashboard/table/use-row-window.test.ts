import { expect, test } from 'vitest'
import { piecesOf } from './use-row-window.ts'

test('gaps have the height of the rows that are not rendered, also between rows', () => {
  const spans = [
    { index: 2, start: 120, end: 130 },
    { index: 7, start: 170, end: 180 },
    { index: 8, start: 180, end: 190 },
  ]
  expect(piecesOf(spans, { from: 100, to: 300 })).toEqual([
    { kind: 'gap', key: 'before 2', height: 20 },
    { kind: 'row', index: 2 },
    { kind: 'gap', key: 'before 7', height: 40 },
    { kind: 'row', index: 7 },
    { kind: 'row', index: 8 },
    { kind: 'gap', key: 'end', height: 110 },
  ])
})

test('a table that is rendered completely has no gaps', () => {
  expect(piecesOf([{ index: 0, start: 50, end: 60 }], { from: 50, to: 60 })).toEqual([
    { kind: 'row', index: 0 },
  ])
})
