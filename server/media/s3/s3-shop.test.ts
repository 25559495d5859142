import '#test/cheap-passwords.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPicture } from '#test/drawn-pictures.ts'
import { addEntry, entryKinds } from '#test/entries.ts'
import { upload } from '#test/pictures.ts'
import { startS3Server } from '#test/s3/s3-server.ts'
import type { S3Server } from '#test/s3/s3-server.ts'
import { givenShop, openTestShop } from '#test/shop.ts'
import type { TestPerson, TestShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

/** Longer than the pause in which no picture is loaded after a failure. */
const PATIENT = { timeout: 5_000 }
const PUBLIC = 'https://pictures.example'

describe.each(anyStore)('pictures in a bucket', ({ fresh }) => {
  const shop = givenShop(fresh)
  let server: S3Server
  /**
   * Two instances of the shop on one database, which keep their pictures in the bucket. The second has an empty
   * cache.
   */
  let instances: [TestShop, TestShop]
  let open: TestShop
  let ada: TestPerson
  beforeAll(async () => {
    server = await startS3Server()
    const env = { ...server.env, S3_PUBLIC_URL: `${PUBLIC}/` }
    instances = [
      await openTestShop(shop.store, { env: server.env }),
      await openTestShop(shop.store, { env: server.env }),
    ]
    open = await openTestShop(shop.store, { env })
    ada = await shop.admin('Ada')
  })
  afterAll(async () => {
    for (const instance of [...instances, open]) await instance.close()
    await server.dispose()
  })

  const drawn = (colour: string) => plainPicture({ colour }).png().toBuffer()
  const rows = () => shop.database.read.selectFrom('images').selectAll().execute()
  async function uploaded(colour: string, to: TestShop = instances[0]): Promise<string> {
    const sent = await upload(to, ada, [{ bytes: await drawn(colour) }])
    expect(sent.statusCode).toBe(200)
    return JSON.parse(sent.body).data.url
  }

  test('are served by every instance, with the headers that they have on the disk', async () => {
    const url = await uploaded('#112233')
    expect(url).toMatch(/^\/images\//)
    const got = await instances[1].app.inject({ url })
    expect([got.statusCode, got.headers['content-type'], got.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    const etag = `"${url.slice('/images/'.length)}"`
    expect([got.headers.etag, got.headers['content-length']]).toEqual([etag, String(got.rawPayload.length)])
    const again = await instances[1].app.inject({ url, headers: { 'if-none-match': etag } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    const object = await fetch(`${server.settings.endpoint}/pictures${url}`)
    expect([object.headers.get('content-type'), object.headers.get('cache-control')]).toEqual([
      'image/webp',
      'public, max-age=31536000, immutable',
    ])
    expect(Buffer.from(await object.arrayBuffer()).equals(got.rawPayload)).toBe(true)
    const none = await instances[0].app.inject('/images/0123456789abcdef-aabbcc-800.webp')
    expect(none.statusCode).toBe(404)
  })

  test('are one picture if both instances store the same one at the same time', async () => {
    const urls = await Promise.all(instances.map((instance) => uploaded('#445566', instance)))
    expect(urls[0]).toBe(urls[1])
    expect((await rows()).filter(({ address }) => address === urls[0])).toHaveLength(1)
  })

  test('are loaded from the public address of the bucket, which the pages allow, and no other', async () => {
    const url = await uploaded('#778899', open)
    const [brand] = entryKinds
    await addEntry(brand, ada, brand.body({ email: ada.email, img: url }))
    const page = await open.app.inject('/')
    expect(page.headers['content-security-policy']).toMatch(
      /img-src 'self' data: https:\/\/pictures\.example;/,
    )
    expect(page.body).toContain(`"pictureBase":"${PUBLIC}"`)
    const inside = await instances[0].app.inject('/')
    expect(inside.headers['content-security-policy']).toMatch(/img-src 'self' data:;/)
    expect((await open.app.inject(url)).statusCode).toBe(200)
  })

  test('cause an error in words while the store is gone; the shop works, and they come back by themselves', async () => {
    const url = await uploaded('#aabbcc')
    const before = await rows()
    await server.stop()
    const failed = await upload(instances[1], ada, [{ bytes: await drawn('#00ff00') }])
    expect([failed.statusCode, failed.headers['retry-after']]).toEqual([503, '2'])
    expect(JSON.parse(failed.body)).toMatchObject({
      code: 'pictures-unavailable',
      title: 'Pictures cannot be stored or loaded at the moment. Please try again soon. Nothing was saved.',
    })
    expect(await rows()).toEqual(before)
    const gone = await instances[1].app.inject(url)
    expect([gone.statusCode, gone.headers['retry-after'], gone.headers['cache-control']]).toEqual([
      503,
      '2',
      'no-store',
    ])
    expect((await instances[1].app.inject('/readyz')).statusCode).toBe(200)
    expect((await instances[1].app.inject('/')).statusCode).toBe(200)
    expect(instances[1].log.join('')).toContain('service failed')
    await server.start()
    await expect.poll(async () => (await instances[1].app.inject(url)).statusCode, PATIENT).toBe(200)
    expect(await uploaded('#00ff00', instances[1])).toMatch(/^\/images\//)
  })
})
