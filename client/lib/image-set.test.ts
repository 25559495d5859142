import { expect, test } from 'vitest'
import { imageSet } from './image-set.ts'

test('a picture of our own store comes in AVIF and WebP, in every width, with its colour', () => {
  const set = imageSet('/images/0123456789abcdef-c08a5b-800.webp')
  expect(set?.colour).toBe('#c08a5b')
  expect(set?.sources.map(({ type }) => type)).toEqual(['image/avif', 'image/webp'])
  expect(set?.sources[0]?.srcSet).toBe(
    [240, 480, 800, 1200]
      .map((width) => `/images/0123456789abcdef-c08a5b-${width}.avif ${width}w`)
      .join(', '),
  )
})

test.each(['https://pictures.example/a.jpg', '/images/a.jpg', ''])('%s has no set', (address) => {
  expect(imageSet(address)).toBeNull()
})
