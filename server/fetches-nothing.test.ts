import '#test/cheap-passwords.ts'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEND_FORM_PATH } from '#contract/values/contact.ts'
import { shopOrigin } from '#test/calls.ts'
import { orderOf } from '#test/catalogue.ts'
import { entryKinds } from '#test/entries.ts'
import { knownPicture, upload } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'

/** Returns the path to every text in a request body: a list of property names, which the function `put` takes. */
function textsIn(value: unknown, path: string[] = []): string[][] {
  if (typeof value === 'string') return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, [...path, name]))
}

function put(body: object, [name = '', ...rest]: string[], text: string): object {
  const inner: unknown = Object.entries(body).find(([key]) => key === name)?.[1]
  return {
    ...body,
    [name]: rest.length > 0 && typeof inner === 'object' && inner !== null ? put(inner, rest, text) : text,
  }
}

describe.each(anyStore)('an address in a request', ({ fresh }) => {
  const shop = givenShop(fresh)
  let visitors = 0
  let listener: Server
  let addresses: string[]
  let cora: TestPerson
  let ada: TestPerson
  let img: string
  beforeAll(async () => {
    listener = createServer((line) => {
      visitors += 1
      line.destroy()
    }).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    // The cast is safe: for a server that listens on a port, `address()` returns an `AddressInfo`.
    const { port } = listener.address() as AddressInfo
    addresses = [
      `http://127.0.0.1:${port}/a.webp`,
      `//127.0.0.1:${port}/a.webp`,
      `https://localhost:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
    ]
    ;[cora, ada] = await Promise.all([shop.person('Cora'), shop.admin('Ada')])
    img = await knownPicture(shop)
  })
  afterAll(() => void listener.close())

  const heard = async () => {
    await sleep(100)
    return visitors
  }
  const form = (fields: Record<string, string>) =>
    `${Object.entries(fields)
      .map(([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')}--b--\r\n`

  test('reaches the listener of the test if it is fetched', async () => {
    await expect(fetch(String(addresses[0]))).rejects.toThrow('fetch failed')
    expect(await heard()).toBe(1)
    visitors = 0
  })

  test('is not fetched from any field of a body', async () => {
    const bodies: [TestPerson, Parameters<TestPerson['send']>[0], object][] = [
      [cora, 'POST /orders', orderOf(cora, shop.shelves.espresso)],
      [cora, 'POST /users', { name: 'Cora', email: cora.email }],
      [cora, 'PUT /auth/profile', { name: 'Cora' }],
      [cora, 'POST /auth/sign-in', { email: cora.email, password: cora.password }],
      [cora, 'POST /auth/sign-up', { name: 'New', email: 'new@people.example', password: 'coffee123' }],
      ...entryKinds.map((kind): [TestPerson, Parameters<TestPerson['send']>[0], object] => [
        ada,
        kind.add,
        kind.body({ email: ada.email, img }),
      ]),
    ]
    const answers: number[] = []
    for (const [person, name, body] of bodies) {
      for (const path of textsIn(body)) {
        for (const address of addresses)
          answers.push((await person.send(name, { body: put(body, path, address) })).status)
      }
    }
    expect(answers.length).toBeGreaterThan(100)
    expect(answers).toContain(200)
    expect(await heard()).toBe(0)
  })

  test('is not fetched from an upload, a form, a URL or a header', async () => {
    for (const address of addresses) {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="${address}" width="9" height="9"/></svg>`
      await upload(shop, ada, [{ bytes: svg, type: 'image/svg+xml' }])
      await upload(shop, ada, [{ bytes: address, fileName: address }])
      const payload = form({
        name: address,
        email: 'cora@people.example',
        message: address,
        user_id: 'crema',
        service_id: address,
        template_id: address,
      })
      const headers = { 'origin': shopOrigin, 'content-type': 'multipart/form-data; boundary=b' }
      await shop.app.inject({ method: 'POST', url: `/api${SEND_FORM_PATH}`, payload, headers })
      const inside = encodeURIComponent(address)
      for (const url of [
        `/${inside}`,
        `/images/${inside}`,
        `/assets/${inside}`,
        `/login?from=${inside}`,
        `/api/jwt?email=${inside}`,
        `/api/coffeeDetails/${inside}`,
      ]) {
        await shop.app.inject({
          url,
          headers: {
            'host': new URL(address, shopOrigin).host,
            'x-forwarded-host': address,
            'referer': address,
            'forwarded': `host=${address}`,
            'authorization': `Bearer ${cora.token}`,
          },
        })
      }
    }
    expect(await heard()).toBe(0)
  })
})
