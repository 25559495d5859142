import '#test/cheap-passwords.ts'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IMAGE_FILE, parseImageAddress } from '#contract/values/images.ts'
import { MAX_UPLOAD_BYTES, UPLOAD_PATH } from '#contract/media.ts'
import { blackPng, plainPicture } from '#test/drawn-pictures.ts'
import { addEntry, entryKinds } from '#test/entries.ts'
import { upload } from '#test/pictures.ts'
import type { FormPart } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { Given, TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const HTML = '<!doctype html><script>alert(1)</script>'
const GPS = { IFD0: { Copyright: 'Cora' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }

function folderOf({ store }: Given): string {
  return join(store.dataDir, 'images')
}

async function sent(
  shop: Given,
  person: TestPerson,
  part: FormPart,
): Promise<{ status: number; url: string; code: string }> {
  const { statusCode, body } = await upload(shop, person, [part])
  const answer: { data?: { url: string }; code?: string } = JSON.parse(body)
  return { status: statusCode, url: answer.data?.url ?? '', code: answer.code ?? '' }
}

describe.each(anyStore)('uploading on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('returns an address in imgBB’s format, the same one for the same pixels, which the catalogue accepts', async () => {
    const ada = await shop.admin('Ada')
    const bytes = await plainPicture().png().toBuffer()
    const first = await upload(shop, ada, [{ bytes }])
    const url = String(JSON.parse(first.body).data.url)
    expect([first.statusCode, JSON.parse(first.body)]).toEqual([200, { status: 200, data: { url } }])
    const stored = () => shop.database.read.selectFrom('images').selectAll().execute()
    const before = await stored()
    const again = await sent(shop, ada, {
      bytes: await plainPicture().png({ compressionLevel: 0 }).withExif(GPS).toBuffer(),
    })
    expect(again).toEqual({ status: 200, url, code: '' })
    expect(await stored()).toEqual(before)
    const [brand] = entryKinds
    expect(await addEntry(brand, ada, brand.body({ email: ada.email, img: url }))).toMatch(/^[0-9a-f-]{36}$/)
  })
})

describe.each(anyStore)('pictures', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(() => rmSync(folderOf(shop), { recursive: true, force: true }))

  const files = () => readdirSync(folderOf(shop), { encoding: 'utf8' }).toSorted()
  const written = () => (existsSync(folderOf(shop)) ? files() : [])

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    '%s is stored as eight square files without metadata',
    async (format) => {
      const bytes = await plainPicture({ colour: '#3366cc' }).withExif(GPS).toFormat(format).toBuffer()
      expect((await sharp(bytes).metadata()).exif).toBeDefined()
      const { status, url } = await sent(shop, ada, { bytes, fileName: 'my flat.txt', type: 'text/plain' })
      expect(status).toBe(200)
      const { id } = parseImageAddress(url) ?? { id: 'none' }
      const expected = [240, 480, 800, 1200].flatMap((width) =>
        ['avif', 'webp'].map((kind) => `${id}-${width}.${kind}`),
      )
      expect(files()).toEqual(expected.toSorted())
      for (const name of files()) {
        const width = Number(IMAGE_FILE.exec(name)?.[3])
        const made = await sharp(join(folderOf(shop), name)).metadata()
        expect(made).toMatchObject({ width, height: width })
        expect([made.exif, made.xmp, made.iptc, made.comments]).toEqual([
          undefined,
          undefined,
          undefined,
          undefined,
        ])
      }
    },
  )

  test('data after the end of a picture is not stored, and the placeholder colour is that of the picture', async () => {
    const bytes = Buffer.concat([
      await plainPicture({ colour: '#c02040' }).png().toBuffer(),
      Buffer.from(HTML),
    ])
    const { status, url } = await sent(shop, ada, { bytes })
    expect([status, files().length]).toEqual([200, 8])
    for (const name of files())
      expect(readFileSync(join(folderOf(shop), name)).includes('<script')).toBe(false)
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(parseImageAddress(url)?.colour.slice(at, at + 2) ?? '', 16),
    )
    expect(Math.max(Math.abs(red - 0xc0), Math.abs(green - 0x20), Math.abs(blue - 0x40))).toBeLessThan(16)
  })

  const jpeg = () => plainPicture({ width: 400, height: 400 }).jpeg().toBuffer()
  let tooManyPixels: Promise<Buffer> | undefined
  const largeAvif = () =>
    (tooManyPixels ??= plainPicture({ width: 3600, height: 3500 }).avif({ effort: 0 }).toBuffer())
  const refused: [string, string, () => Promise<Buffer | string> | Buffer | string][] = [
    ['an SVG', 'photo.svg', () => SVG],
    ['an SVG with the name of a PNG', 'photo.png', () => SVG],
    ['a page', 'photo.jpg', () => HTML],
    ['a GIF that is a script', 'photo.gif', () => 'GIF89a/*\0\0\0\0*/=1;alert(1)'],
    ['a GIF', 'photo.gif', async () => plainPicture().gif().toBuffer()],
    ['a TIFF', 'photo.jpg', async () => plainPicture().tiff().toBuffer()],
    [
      'a page that begins like a JPEG',
      'photo.jpg',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(HTML)]),
    ],
    ['half a JPEG', 'photo.jpg', async () => (await jpeg()).subarray(0, (await jpeg()).length / 2)],
    ['a PNG of 30,000 times 30,000 pixels', 'photo.png', () => blackPng(30_000)],
    ['a PNG of just over 25 megapixels', 'photo.png', () => blackPng(5001)],
    ['an AVIF of just over 12.5 megapixels', 'photo.avif', largeAvif],
    ['nothing', 'photo.jpg', () => ''],
  ]
  test.each(refused)('%s is refused, and no file is stored', async (_what, fileName, make) => {
    const { status, code } = await sent(shop, ada, { fileName, type: 'image/png', bytes: await make() })
    expect([status, code, written()]).toEqual([422, 'not-a-picture', []])
  })

  const PIXELS = 'This picture has too many pixels: at most 25 million, or 12.5 million in an AVIF.'
  test.each([
    ['a PNG of too many pixels', PIXELS, () => blackPng(5001)],
    ['an AVIF of too many pixels', PIXELS, largeAvif],
    ['an SVG', undefined, () => Buffer.from(SVG)],
    ['half a JPEG', undefined, async () => (await jpeg()).subarray(0, (await jpeg()).length / 2)],
  ])('the refusal of %s has the detail: %s', async (_what, detail, make) => {
    const { body } = await upload(shop, ada, [{ bytes: await make() }])
    expect(JSON.parse(body).detail).toBe(detail)
  })

  test('more than 5 MB are refused', async () => {
    const large = Buffer.concat([await jpeg(), Buffer.alloc(MAX_UPLOAD_BYTES)])
    expect(await sent(shop, ada, { bytes: large })).toMatchObject({ status: 413, code: 'too-large' })
    expect(written()).toEqual([])
  })

  test.each([
    ['no file', 422, async () => []],
    ['another field', 422, async () => [{ name: 'photo', bytes: await jpeg() }]],
    ['two files', 413, async () => [{ bytes: await jpeg() }, { bytes: await jpeg() }]],
  ])('a form with %s is refused with %i', async (_what, status, parts) => {
    const { statusCode, headers } = await upload(shop, ada, await parts())
    expect([statusCode, headers['content-type']]).toEqual([status, 'application/problem+json; charset=utf-8'])
    expect(written()).toEqual([])
  })

  test('a body that is not a form is refused', async () => {
    const headers = { 'authorization': `Bearer ${ada.token}`, 'content-type': 'image/jpeg' }
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: `/api${UPLOAD_PATH}`,
      headers,
      payload: await jpeg(),
    })
    expect([400, 415, 422]).toContain(statusCode)
    expect(written()).toEqual([])
  })

  test('an upload without an admin’s token is refused', async () => {
    const cora = await shop.person('Cora')
    const bytes = await jpeg()
    expect((await upload(shop, cora, [{ bytes }])).statusCode).toBe(403)
    expect((await upload(shop, { token: '' }, [{ bytes }])).statusCode).toBe(401)
    expect((await upload(shop, { token: 'forged' }, [{ bytes }])).statusCode).toBe(401)
    expect(written()).toEqual([])
  })

  test('are served at their address when they are complete, and HEAD requests get their size', async () => {
    const { url } = await sent(shop, ada, { bytes: await jpeg() })
    const file = readFileSync(join(shop.store.dataDir, url))
    const [got, head] = [await shop.app.inject({ url }), await shop.app.inject({ method: 'HEAD', url })]
    expect(got.rawPayload.equals(file)).toBe(true)
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
      200,
      String(file.length),
      '',
    ])
    expect(head.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    writeFileSync(join(shop.store.dataDir, `${url}.new`), 'half')
    expect((await shop.app.inject({ url: `${url}.new` })).statusCode).toBe(404)
  })
})
