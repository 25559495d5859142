import { expect, test } from 'vitest'
import { imageAddress, parseImageAddress } from './images.ts'

test('the address of a picture contains its id and its colour', () => {
  const id = '0123456789abcdef-aabbcc'
  expect(parseImageAddress(imageAddress(id))).toEqual({ id, colour: '#aabbcc' })
})

test.each([
  'https://elsewhere.example/0123456789abcdef-aabbcc-800.webp',
  '/images/../secrets.json',
  '/images/0123456789abcdef-aabbcc-800.svg',
  '/images/0123456789abcdef-aabbcc-800.webp?x',
  '/other/0123456789abcdef-aabbcc-800.webp',
  '',
])('%j is not the address of a picture of the shop', (address) => {
  expect(parseImageAddress(address)).toBeNull()
})
