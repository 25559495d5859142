import { expect, test } from 'vitest'
import { changeRows, countNew, flatRows, patchRows, placeOfRow, startAfresh } from './row-pages.ts'
import type { RowPages } from './row-pages.ts'

type Row = { _id: string; state: string }

const data: RowPages<Row> = {
  pages: [
    { rows: [row('a'), row('b')], next: 'after b' },
    { rows: [row('c'), row('d')], next: null },
  ],
  pageParams: [null, 'after b'],
}

test('rows stand in the order of their pages, each once', () => {
  expect(ids(data)).toEqual(['a', 'b', 'c', 'd'])
  const moved = { ...data, pages: [...data.pages, { rows: [row('b'), row('e')], next: null }] }
  expect(ids(moved)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('starting afresh leaves the first page only, which knows where the next begins', () => {
  expect(startAfresh({ rows: [row('x')], next: 'after x' })).toEqual({
    pages: [{ rows: [row('x')], next: 'after x' }],
    pageParams: [null],
  })
})

test('what is newly known changes rows where they are, and adds none', () => {
  const patched = patchRows(data, [row('n'), row('c', 'new')])
  expect(flatRows(patched).map(({ state }) => state)).toEqual(['old', 'old', 'new', 'old'])
  expect(patched.pages.map(({ next }) => next)).toEqual(['after b', null])
  expect(patched.pages[0]?.rows[0]).toBe(data.pages[0]?.rows[0])
})

test('a row can be taken away', () => {
  expect(ids(changeRows(data, (each) => (each._id === 'b' ? null : each)))).toEqual(['a', 'c', 'd'])
})

test('new rows are those that are not loaded', () => {
  expect(countNew(data, [row('n'), row('m'), row('a')])).toBe(2)
  expect(countNew(data, [row('a'), row('d')])).toBe(0)
})

test('the page of a row is found by the place it was asked after', () => {
  expect(placeOfRow(data, 'b')).toBeNull()
  expect(placeOfRow(data, 'c')).toBe('after b')
  expect(placeOfRow(data, 'gone')).toBeNull()
})

function row(_id: string, state = 'old'): Row {
  return { _id, state }
}

function ids(pages: RowPages<Row>): string[] {
  return flatRows(pages).map(({ _id }) => _id)
}
