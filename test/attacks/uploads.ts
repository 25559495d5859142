import { Agent, request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { demoAccounts } from '#contract/values/demo.ts'
import { MAX_UPLOAD_BYTES, UPLOAD_FIELD, UPLOAD_PATH } from '#contract/media.ts'
import { signIn } from '../harness/client.ts'
import { memoryMb, startShop } from '../harness/shops.ts'
import type { Shop } from '../harness/shops.ts'
import { atMost, equals } from '../harness/trial.ts'
import type { Figure, Ground, Trial } from '../harness/trial.ts'

export const uploads: Trial = {
  name: 'uploads',
  title: 'an admin uploads far too much at once',
  run: async (ground) => {
    const many = await manyUploads(ground)
    return ground.size === 'full' ? [...many, ...(await largePictures(ground))] : many
  },
}

/**
 * Sends many uploads without the closing boundary of their forms, so that none is complete. A shop that buffers uploads
 * then holds all of them in memory at once.
 */
async function manyUploads(ground: Ground): Promise<Figure[]> {
  const count = ground.size === 'full' ? 200 : 8
  const { shop, token } = await openAsAdmin(ground)
  const before = memoryMb(shop, 'VmRSS')
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(MAX_UPLOAD_BYTES - 4096, 1)])
  const sent = Array.from({ length: count }, () => beginUpload(shop, token, jpeg))
  await Promise.all(sent.map(({ flushed, answer }) => Promise.race([flushed, answer])))
  await sleep(1000)
  const grown = memoryMb(shop, 'VmHWM') - before
  for (const { begun } of sent) begun.end('\r\n--b--\r\n')
  const statuses = await Promise.all(sent.map(({ answer }) => answer))
  const refused = statuses.filter((status) => status === 503).length
  const figure = equals(`${count} of 5 MB: refused for now`, refused, count - 2)
  // In the short size, the memory grows by 79 MB, or by 131 MB if the shop buffers all uploads. This difference is too
  // small for a reliable check.
  if (ground.size === 'short') return [figure]
  // The memory grows by 108 MB, or by 1,170 MB if the shop buffers all uploads. The limit of 250 MB is far from both.
  return [atMost(`${count} of 5 MB: memory grown, MB`, grown, 250), figure]
}

/** Uploads pictures of the kind that takes the most memory to decode: large AVIFs. Uploads two of them at a time. */
async function largePictures(ground: Ground): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [width, height] of [
    [6000, 4133],
    [4080, 3060],
  ] as const) {
    const { shop, token } = await openAsAdmin(ground)
    const picture = await sharp(drawn(width, height), { raw: { width, height, channels: 3 } })
      .avif({ quality: 30, effort: 0, bitdepth: 12 })
      .toBuffer()
    const sent = [1, 2].map(() => beginUpload(shop, token, picture))
    for (const { begun } of sent) begun.end('\r\n--b--\r\n')
    await Promise.all(sent.map(({ answer }) => answer))
    const what = `two AVIFs of ${(width * height) / 1e6} megapixels: resident at most, MB`
    figures.push(atMost(what, memoryMb(shop, 'VmHWM'), 600))
  }
  return figures
}

/** Returns the raw RGB pixels of a picture with many colours. A picture of one colour would become a tiny file. */
function drawn(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3)
  for (let index = 0; index < pixels.length; index++) pixels[index] = (index / 3) ^ (index >> 9)
  return pixels
}

/** Starts a demo shop and signs in as its admin. Returns the shop and an access token of the admin. */
async function openAsAdmin(ground: Ground): Promise<{ shop: Shop; token: string }> {
  const shop = await startShop(ground, { DEMO: '1' })
  const { token } = await signIn(shop, demoAccounts.admin)
  return { shop, token }
}

type Upload = { begun: ClientRequest; flushed: Promise<void>; answer: Promise<number> }

/**
 * Keeps connections open, as a browser does. A browser reads the response only after it has sent the whole form. The
 * shop must therefore read a form to its end even if it refuses the form.
 */
const agent = new Agent({ keepAlive: true })

/**
 * Sends an upload without the closing boundary of its form. `answer` resolves with the status of the response, or with
 * 0 if there is none.
 */
function beginUpload(shop: Shop, token: string, picture: Buffer): Upload {
  const headers = { 'authorization': `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' }
  const begun = request(`${shop.url}/api${UPLOAD_PATH}`, { method: 'POST', headers, agent })
  const answer = new Promise<number>((resolve) => {
    begun
      .on('response', (message: IncomingMessage) => resolve(message.resume().statusCode ?? 0))
      .on('error', () => resolve(0))
  })
  begun.write(`--b\r\ncontent-disposition: form-data; name="${UPLOAD_FIELD}"; filename="a"\r\n\r\n`)
  const flushed = new Promise<void>((resolve) => begun.write(picture, () => resolve()))
  return { begun, flushed, answer }
}
