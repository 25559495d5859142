import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_UPLOAD_BYTES, UPLOAD_FIELD, UPLOAD_PATH } from '#contract/media.ts'
import { OWN_MAIL_IDS, SEND_FORM_PATH } from '#contract/values/contact.ts'
import { LIVE_PATH } from '#contract/values/live.ts'
import { runOwnersCommandHere } from '../commands.ts'
import { startShopProcess } from '../shop-process.ts'
import type { ShopProcess } from '../shop-process.ts'
import { stores } from '../stores.ts'
import type { Store } from '../stores.ts'
import { connectHttp2 } from './http2-client.ts'
import type { Http2Client } from './http2-client.ts'
import { freePort } from '../processes/free-port.ts'
import { proxies } from './start-proxy.ts'
import type { ProxyKind, RunningProxy } from './start-proxy.ts'

for (const { name, program } of proxies)
  if (!program)
    process.stderr.write(`${name} is not installed, so its configuration in deploy/ is not tested.\n`)

const ada = { name: 'Ada', email: 'ada@people.example', password: 'secret of Ada' }

describe.each(proxies.filter(({ program }) => program))('the shop behind $name', (proxy: ProxyKind) => {
  let store: Store
  let shop: ShopProcess
  let running: RunningProxy
  let browser: Http2Client
  let origin = ''
  let session = { cookie: '', token: '' }
  beforeAll(async () => {
    const made = await stores[0]?.fresh()
    if (!made) throw new Error('SQLite is always there.')
    store = made
    const port = await freePort()
    origin = `https://localhost:${port}`
    const shopPort = await freePort()
    shop = await startShopProcess(store, { PUBLIC_URL: origin, TRUST_PROXY: '1', PORT: String(shopPort) })
    // The second instance is dead: nothing listens on its port.
    const instances = [shopPort, await freePort()]
    running = await proxy.start({ port, instances })
    browser = await connectHttp2(port)
    session = await signUp()
  })
  afterAll(async () => {
    browser?.close()
    await running?.stop()
    await shop?.kill()
    await store.dispose()
  })

  /** Signs an admin up through the proxy. */
  async function signUp(): Promise<{ cookie: string; token: string }> {
    const send = (path: string, body: object, cookie = '') =>
      browser.ask(path, { method: 'POST', headers: { origin, cookie }, body })
    const { headers } = await send('/api/auth/sign-up', ada)
    const cookie = [headers['set-cookie']].flat().map((line) => line?.split(';')[0])
    const own = cookie.join('; ')
    await send('/api/users', { name: ada.name, email: ada.email }, own)
    await runOwnersCommandHere('make-admin', store, [ada.email])
    const renewed = await browser.ask(`/api/jwt?email=${ada.email}`, { headers: { origin, cookie: own } })
    const { accessToken }: { accessToken: string } = JSON.parse(renewed.body)
    return { cookie: own, token: accessToken }
  }

  test('serves pages over HTTP/2, and the id of a request is in the log of the shop', async () => {
    const page = await browser.ask('/', { headers: { accept: 'text/html' } })
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.headers['strict-transport-security']).toContain('max-age=')
    const id = String(page.headers['x-request-id'])
    // Ids of the shop itself begin with the name of its process.
    expect(id).toMatch(/^([0-9a-f]{32}|[0-9a-f-]{36})$/)
    await expect.poll(() => shop.said()).toContain(`"reqId":"${id}"`)
  })

  test('serves every GET, although one of two instances is dead', async () => {
    const replies = await Promise.all(Array.from({ length: 200 }, () => browser.ask('/api/allCoffee')))
    expect(replies.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('signs a browser in with a cookie that is only sent over https', async () => {
    const { email, password } = ada
    const body = { email, password }
    const signedIn = await browser.ask('/api/auth/sign-in', { method: 'POST', headers: { origin }, body })
    expect(signedIn.status).toBe(200)
    expect(String(signedIn.headers['set-cookie'])).toMatch(/session_token=[^;]+;.*HttpOnly;.*Secure/)
    const foreign = { origin: 'https://evil.example' }
    expect((await browser.ask('/api/auth/sign-in', { method: 'POST', headers: foreign, body })).status).toBe(
      403,
    )
  })

  test('counts rate limits by the address of the visitor, which no header can change', async () => {
    const [one, other] = await Promise.all([
      connectHttp2(running.port, '127.0.0.2'),
      connectHttp2(running.port, '127.0.0.3'),
    ])
    const send = (client: Http2Client, at: number) =>
      client.ask(`/api${SEND_FORM_PATH}`, {
        method: 'POST',
        headers: {
          origin,
          'content-type': 'multipart/form-data; boundary=b',
          'x-forwarded-for': `10.0.0.${at}`,
        },
        body: Buffer.from('--b--\r\n'),
      })
    const statuses: number[] = []
    for (let at = 0; at < 12; at++) statuses.push((await send(one, at)).status)
    expect(statuses.slice(-1)).toEqual([429])
    expect((await send(other, 0)).status).not.toBe(429)
    one.close()
    other.close()
  })

  test('accepts a picture of the largest size, serves it with a long life, and refuses a larger one', async () => {
    const upload = async (bytes: number) => {
      const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#a52' } })
        .png()
        .toBuffer()
      // What follows the end of a PNG is ignored. Random bytes cannot be compressed on the way.
      const file = Buffer.concat([picture, randomBytes(bytes - picture.length)])
      const head = `--b\r\ncontent-disposition: form-data; name="${UPLOAD_FIELD}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
      // A proxy that refuses a body may close the connection.
      const sender = await connectHttp2(running.port)
      const reply = await sender.ask(`/api${UPLOAD_PATH}`, {
        method: 'POST',
        headers: {
          'origin': origin,
          'authorization': `Bearer ${session.token}`,
          'content-type': 'multipart/form-data; boundary=b',
        },
        body: Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--b--\r\n')]),
      })
      sender.close()
      return reply
    }
    const stored = await upload(MAX_UPLOAD_BYTES)
    expect(stored.status).toBe(200)
    const { data }: { data: { url: string } } = JSON.parse(stored.body)
    const picture = await browser.ask(data.url)
    expect([picture.status, picture.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    expect((await upload(MAX_UPLOAD_BYTES + 1024)).status).toBe(413)
  })

  test('passes on a server-sent event within a second', async () => {
    const line = await browser.listen(`/api${LIVE_PATH}`, { cookie: session.cookie })
    await expect.poll(line.heard).toContain('retry:')
    const fields = { ...ids, name: 'Cora', email: 'cora@people.example', message: 'Hello' }
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const sent = await browser.ask(`/api${SEND_FORM_PATH}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'multipart/form-data; boundary=b' },
      body: Buffer.from(`${parts.join('')}--b--\r\n`),
    })
    const at = performance.now()
    expect(sent.status).toBe(200)
    await expect.poll(line.heard, { interval: 20 }).toContain('event: messages')
    expect(performance.now() - at).toBeLessThan(1000)
    line.close()
  })
})

/** The ids that the contact form sends to the shop's own endpoint. */
const ids = {
  service_id: OWN_MAIL_IDS.serviceId,
  template_id: OWN_MAIL_IDS.templateId,
  user_id: OWN_MAIL_IDS.publicKey,
}
