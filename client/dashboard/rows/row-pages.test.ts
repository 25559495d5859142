import { expect, test } from 'vitest'
import { changeRows, countNew, cursorOfRow, flatRows, onlyFirstPage, updateRows } from './row-pages.ts'
import type { RowPages } from './row-pages.ts'

type Row = { _id: string; state: string }

const data: RowPages<Row> = {
  pages: [
    { rows: [row('a'), row('b')], next: 'after b' },
    { rows: [row('c'), row('d')], next: null },
  ],
  pageParams: [null, 'after b'],
}

test('flatRows returns the rows in the order of their pages, each once', () => {
  expect(ids(data)).toEqual(['a', 'b', 'c', 'd'])
  const moved = { ...data, pages: [...data.pages, { rows: [row('b'), row('e')], next: null }] }
  expect(ids(moved)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('onlyFirstPage keeps the cursor of the next page', () => {
  expect(onlyFirstPage({ rows: [row('x')], next: 'after x' })).toEqual({
    pages: [{ rows: [row('x')], next: 'after x' }],
    pageParams: [null],
  })
})

test('updateRows changes rows in their places, and adds none', () => {
  const updated = updateRows(data, [row('n'), row('c', 'new')])
  expect(flatRows(updated).map(({ state }) => state)).toEqual(['old', 'old', 'new', 'old'])
  expect(updated.pages.map(({ next }) => next)).toEqual(['after b', null])
  expect(updated.pages[0]?.rows[0]).toBe(data.pages[0]?.rows[0])
})

test('changeRows removes a row for which the change returns null', () => {
  expect(ids(changeRows(data, (each) => (each._id === 'b' ? null : each)))).toEqual(['a', 'c', 'd'])
})

test('countNew counts the rows that are not loaded', () => {
  expect(countNew(data, [row('n'), row('m'), row('a')])).toBe(2)
  expect(countNew(data, [row('a'), row('d')])).toBe(0)
})

test('cursorOfRow returns the cursor of the page with the row', () => {
  expect(cursorOfRow(data, 'b')).toBeNull()
  expect(cursorOfRow(data, 'c')).toBe('after b')
  expect(cursorOfRow(data, 'gone')).toBeNull()
})

function row(_id: string, state = 'old'): Row {
  return { _id, state }
}

function ids(pages: RowPages<Row>): string[] {
  return flatRows(pages).map(({ _id }) => _id)
}
