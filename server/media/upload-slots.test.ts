import '#test/cheap-passwords.ts'
import { once } from 'node:events'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { UPLOAD_PATH } from '#contract/media.ts'
import { plainPicture } from '#test/drawn-pictures.ts'
import { upload } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { UploadSlots } from './routes.ts'
import type { RenderedPicture } from './render-picture.ts'

const rendering = vi.hoisted(() => ({ now: 0, most: 0 }))
vi.mock('./render-picture.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  renderPicture: async (): Promise<RenderedPicture> => {
    rendering.now += 1
    rendering.most = Math.max(rendering.most, rendering.now)
    await sleep(50)
    rendering.now -= 1
    return { id: '0123456789abcdef-aabbcc', files: [] }
  },
}))

describe.each(anyStore)('upload slots', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let zoe: TestPerson
  let bytes: Buffer
  let address: string
  beforeAll(async () => {
    address = await shop.app.listen({ port: 0 })
    ada = await shop.admin('Ada')
    zoe = await shop.admin('Zoe')
    bytes = await plainPicture().png().toBuffer()
  })
  const begun: ClientRequest[] = []
  beforeEach(() => {
    Object.assign(rendering, { now: 0, most: 0 })
    vi.spyOn(UploadSlots.prototype, 'take')
  })
  afterEach(() => {
    for (const sent of begun.splice(0)) sent.destroy()
  })

  /** Begins an upload over the network. The request body stays incomplete until the test calls `end`. */
  async function begin(person: TestPerson, type = 'multipart/form-data; boundary=b') {
    const headers = {
      'authorization': `Bearer ${person.token}`,
      'content-type': type,
      'expect': '100-continue',
    }
    const sent = request(`${address}/api${UPLOAD_PATH}`, { method: 'POST', headers })
    begun.push(sent)
    // The cast is safe: the event `response` passes one argument, the response.
    const answer = once(sent, 'response').then(async (args) => {
      const [message] = args as [IncomingMessage]
      const body: { code?: string } = JSON.parse(String(Buffer.concat(await message.toArray())))
      return { status: message.statusCode, code: body.code, retryAfter: message.headers['retry-after'] }
    })
    // If the test fails before it awaits this promise, the rejection would be unhandled. This empty handler prevents
    // that.
    answer.catch(() => undefined)
    sent.flushHeaders()
    // The server sends `100 Continue` before it looks up the user, so the upload takes its slot a little later.
    await once(sent, 'continue')
    sent.write('--b\r\ncontent-disposition: form-data; name="image"; filename="a"\r\n\r\nx')
    return { sent, answer, end: () => void sent.end('\r\n--b--\r\n') }
  }

  /** Resolves when this many uploads have asked for a slot since the test began. */
  async function untilAsked(times: number): Promise<void> {
    await expect.poll(() => vi.mocked(UploadSlots.prototype.take).mock.calls.length).toBe(times)
  }

  test('refuse a third upload of one admin before its body is read, and accept one of another admin', async () => {
    const [first, second] = [await begin(ada), await begin(ada)]
    await untilAsked(2)
    const third = await begin(ada)
    expect(await third.answer).toEqual({ status: 503, code: 'busy', retryAfter: '2' })
    expect((await upload(shop, zoe, [{ bytes }])).statusCode).toBe(200)
    for (const { end } of [first, second]) end()
    expect((await Promise.all([first.answer, second.answer])).map(({ status }) => status)).toEqual([422, 422])
    const next = await Promise.all([1, 2].map(() => upload(shop, ada, [{ bytes }])))
    expect(next.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  test('refuse more than six uploads of all admins together', async () => {
    const people = await Promise.all(['Bea', 'Cleo', 'Dana'].map((name) => shop.admin(name)))
    const held = await Promise.all(people.flatMap((person) => [begin(person), begin(person)]))
    await untilAsked(6)
    expect((await upload(shop, zoe, [{ bytes }])).statusCode).toBe(503)
    for (const { end } of held) end()
    await Promise.all(held.map(({ answer }) => answer))
    expect((await upload(shop, zoe, [{ bytes }])).statusCode).toBe(200)
  })

  test('are released when an upload is aborted', async () => {
    for (let times = 0; times < 3; times++) {
      const held = [await begin(ada), await begin(ada)]
      for (const { sent, answer } of held) {
        sent.destroy()
        await expect(answer).rejects.toThrow('hang up')
      }
      await expect.poll(async () => (await upload(shop, ada, [{ bytes }])).statusCode).toBe(200)
    }
  })

  test('are not needed to refuse a body that is not a form, which is not read', async () => {
    const { answer } = await begin(ada, 'application/json')
    expect((await answer).code).toBe('unreadable')
  })

  test('allow several uploads, of which one is rendered at a time', async () => {
    const both = await Promise.all([upload(shop, ada, [{ bytes }]), upload(shop, zoe, [{ bytes }])])
    expect([...both.map(({ statusCode }) => statusCode), rendering.most]).toEqual([200, 200, 1])
  })
})
