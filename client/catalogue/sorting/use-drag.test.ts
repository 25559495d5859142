import { expect, test } from 'vitest'
import { sortablePacket } from './sortable-list.tsx'
import { moveInList, placeAt } from './use-drag.ts'

test.each([
  [0, 2, 'bcad'],
  [3, 0, 'dabc'],
  [1, 1, 'abcd'],
  [0, -1, 'abcd'],
  [2, 9, 'abdc'],
  [7, 0, 'abcd'],
])('the item at %i moves to %i: %s', (from, to, moved) => {
  expect(moveInList([...'abcd'], from, to).join('')).toBe(moved)
})

test.each([
  [0, 50, 0],
  [0, 160, 1],
  [0, 999, 3],
  [2, 240, 2],
  [2, 140, 1],
  [3, -20, 0],
])('the row %i is dragged to %i px, which is the place %i', (from, y, place) => {
  expect(placeAt([50, 150, 250, 350], from, y)).toBe(place)
})

test('a packet is shown with the name of its product, because other packets can have its category', () => {
  const packet = { _id: 'p1', category_name: 'Bags', img: '/images/cover.webp', name: 'House Blend' }
  expect(sortablePacket(packet)).toEqual({ id: 'p1', name: 'House Blend', img: '/images/cover.webp' })
})
