import { expect, test } from 'vitest'
import { MOST_UPLOAD_BYTES } from '#contract/media.ts'
import { fileProblem, pixelProblem, sizeText, storedPhoto } from './photo.ts'
import { words } from './texts.ts'

const good = { name: 'a.png', type: 'image/png', size: 1000 }

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])('%s is taken', (type) => {
  expect(fileProblem({ ...good, type })).toBeNull()
})

test.each(['image/svg+xml', 'image/gif', 'application/pdf', ''])('%s is told before anything is sent', (type) => {
  expect(fileProblem({ ...good, type })).toBe(words.wrongType('a.png'))
})

test('a file has something in it, and at most 5 MB', () => {
  expect(fileProblem({ ...good, size: 0 })).toBe(words.empty('a.png'))
  expect(fileProblem({ ...good, size: MOST_UPLOAD_BYTES })).toBeNull()
  expect(fileProblem({ ...good, size: MOST_UPLOAD_BYTES + 1 })).toBe('a.png has 5.1 MB; up to 5 MB, please')
})

test('a picture has at most 25 megapixels', () => {
  expect(pixelProblem('a.png', { width: 5000, height: 5000 })).toBeNull()
  expect(pixelProblem('a.png', { width: 5001, height: 5000 })).toContain('25 megapixels')
})

test('sizes are said as people say them', () => {
  expect([1, 340 * 1024, 1024 * 1024, 1.21 * 1024 * 1024].map(sizeText)).toEqual(['1 kB', '340 kB', '1.0 MB', '1.3 MB'])
})

test('a picture of the shop has its address, and no file to upload', () => {
  expect(storedPhoto('/images/a.webp')).toEqual({ file: null, preview: '/images/a.webp', address: '/images/a.webp' })
})
