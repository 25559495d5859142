import { beforeEach, expect, test, vi } from 'vitest'
import { MAX_UPLOAD_BYTES } from '#contract/media.ts'
import { preparePicture } from './prepare-picture.ts'

type Drawn = { area: number[]; size: number[] }

/**
 * A stub of a canvas that records the calls of its methods. `bytesOf` returns how many bytes the encoded file has at a
 * quality.
 */
class FakeCanvas {
  static drawn: Drawn[] = []
  static encoded: string[] = []
  static filled: string[] = []
  static types = ['image/webp', 'image/jpeg']
  static bytesOf = (_quality: number) => 1000
  readonly width: number
  readonly height: number

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }

  getContext() {
    return {
      drawImage: (_picture: unknown, ...numbers: number[]) =>
        FakeCanvas.drawn.push({ area: numbers.slice(0, 4), size: numbers.slice(6) }),
      set fillStyle(colour: string) {
        FakeCanvas.filled.push(colour)
      },
      fillRect: () => undefined,
    }
  }

  async convertToBlob({ type, quality }: { type: string; quality: number }) {
    const made = FakeCanvas.types.includes(type) ? type : 'image/png'
    FakeCanvas.encoded.push(`${made} ${quality}`)
    return new Blob([new Uint8Array(FakeCanvas.bytesOf(quality))], { type: made })
  }
}

const decoded =
  vi.fn<
    (file: Blob, options: ImageBitmapOptions) => Promise<{ width: number; height: number; close: () => void }>
  >()
const close = vi.fn<() => void>()

beforeEach(() => {
  Object.assign(FakeCanvas, {
    drawn: [],
    encoded: [],
    filled: [],
    types: ['image/webp', 'image/jpeg'],
    bytesOf: () => 1000,
  })
  vi.stubGlobal('OffscreenCanvas', FakeCanvas)
  vi.stubGlobal('createImageBitmap', decoded)
  close.mockClear()
})

test.each([
  ['small enough, with the cut whole', { width: 900, height: 600 }, 'whole'],
  ['small enough, and square', { width: 900, height: 900 }, undefined],
] as const)('a picture that is %s is uploaded as it is', async (_what, size, cut) => {
  const file = given(size)
  await expect(preparePicture(file, cut)).resolves.toBe(file)
  expect(close).toHaveBeenCalledOnce()
})

test('a crop cuts out the middle square, after the EXIF orientation is applied', async () => {
  const file = await preparePicture(given({ width: 900, height: 601 }), 'crop')
  expect(FakeCanvas.drawn).toEqual([{ area: [149, 0, 601, 601], size: [601, 601] }])
  expect([file.name, file.type]).toEqual(['cup.webp', 'image/webp'])
  expect(decoded.mock.lastCall?.[1]).toEqual({ imageOrientation: 'from-image' })
})

test.each([
  ['of more than 2400 px', { width: 4800, height: 3600 }, {}],
  ['of more than 5 MB', { width: 2400, height: 1800 }, { bytes: MAX_UPLOAD_BYTES + 1 }],
  [
    'of a type that the server does not accept',
    { width: 2400, height: 1800 },
    { type: 'image/heic', name: 'cup.heic' },
  ],
] as const)('a picture %s is encoded again with at most 2400 px', async (_what, size, more) => {
  const file = await preparePicture(given(size, more), 'whole')
  expect(FakeCanvas.drawn).toEqual([{ area: [0, 0, size.width, size.height], size: [2400, 1800] }])
  expect([file.name, file.type]).toEqual(['cup.webp', 'image/webp'])
})

test('a browser that cannot encode WebP encodes a JPEG on white', async () => {
  FakeCanvas.types = ['image/jpeg']
  const file = await preparePicture(given({ width: 900, height: 600 }), 'crop')
  expect([file.name, file.type, FakeCanvas.filled]).toEqual(['cup.jpeg', 'image/jpeg', ['#fff']])
})

test('the quality is lowered until the file is small enough, and a file that never is small enough is refused', async () => {
  FakeCanvas.bytesOf = (quality) => (quality > 0.5 ? MAX_UPLOAD_BYTES + 1 : 10)
  expect((await preparePicture(given({ width: 900, height: 600 }), 'crop')).size).toBe(10)
  expect(FakeCanvas.encoded).toEqual(['image/webp 0.9', 'image/webp 0.7', 'image/webp 0.4'])
  FakeCanvas.bytesOf = () => MAX_UPLOAD_BYTES + 1
  await expect(preparePicture(given({ width: 900, height: 600 }), 'crop')).rejects.toThrow('small enough')
})

/** Returns a file that the stubbed decoder decodes to a picture of this size in pixels. */
function given(
  size: { width: number; height: number },
  { bytes = 100, type = 'image/jpeg', name = 'cup.jpg' } = {},
): File {
  decoded.mockResolvedValue({ ...size, close })
  return new File([new Uint8Array(bytes)], name, { type })
}
