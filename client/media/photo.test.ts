import { expect, test } from 'vitest'
import { fileProblem, MAX_CHOSEN_BYTES, sizeText, storedPhoto, unreadable } from './photo.ts'
import { words } from './texts.ts'

const good = { name: 'a.png', type: 'image/png', size: 1000 }

test.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])('%s is accepted', (type) => {
  expect(fileProblem({ ...good, type })).toBeNull()
})

test.each(['image/svg+xml', 'image/gif', 'application/pdf', ''])(
  '%s is refused before anything is sent',
  (type) => {
    expect(fileProblem({ ...good, type })).toBe(words.wrongType('a.png'))
  },
)

test.each([
  { name: 'a.heic', type: 'image/heic' },
  { name: 'a.heif', type: 'image/heif' },
  { name: 'IMG_1.HEIC', type: '' },
])('$name of type "$type" can be chosen, and has its own message if the browser cannot read it', (heic) => {
  expect(fileProblem({ ...good, ...heic })).toBeNull()
  expect(unreadable(heic)).toBe(words.heic)
})

test('any other unreadable file has the message that it cannot be read as a picture', () => {
  expect(unreadable(good)).toBe('a.png cannot be read as a picture')
})

test('a file that is empty or larger than 25 MB is refused', () => {
  expect(fileProblem({ ...good, size: 0 })).toBe(words.empty('a.png'))
  expect(fileProblem({ ...good, size: MAX_CHOSEN_BYTES })).toBeNull()
  expect(fileProblem({ ...good, size: MAX_CHOSEN_BYTES + 1 })).toBe('a.png is 25.1 MB; up to 25 MB, please')
})

test('sizes are written in kB and MB', () => {
  expect([1, 340 * 1024, 1024 * 1024, 1.21 * 1024 * 1024].map(sizeText)).toEqual([
    '1 kB',
    '340 kB',
    '1.0 MB',
    '1.3 MB',
  ])
})

test('a picture of the shop has its address, and no file to upload', () => {
  expect(storedPhoto('/images/a.webp')).toEqual({
    file: null,
    preview: '/images/a.webp',
    address: '/images/a.webp',
  })
})
