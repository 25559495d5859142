import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderedPicture } from '#test/stand-ins/rendered-picture.ts'
import { diskStore } from './disk-store.ts'
import type { ImageStore } from './image-store.ts'
import { imgbbStore } from './imgbb-store.ts'

const FILE = `${renderedPicture.id}-480.avif`
/** A stub of imgBB (an image hosting service) that accepts every picture. */
const imgbb = createServer((request, response) => {
  request.resume().on('end', () => {
    const url = `https://i.ibb.co/${Math.random()}/photo.webp`
    response.end(JSON.stringify({ status: 200, data: { url } }))
  })
})
let folder: string
let endpoint: string

const implementations: [string, () => ImageStore][] = [
  ['disk store', () => diskStore(folder)],
  ['imgBB store', () => imgbbStore({ key: 'key', endpoint, local: diskStore(folder) })],
]

describe.each(implementations)('the %s', (_name, open) => {
  beforeAll(async () => {
    await new Promise<void>((resolve) => imgbb.listen(0, '127.0.0.1', resolve))
    // The cast is safe: for a server that listens on a port, `address()` returns an `AddressInfo`.
    endpoint = `http://127.0.0.1:${(imgbb.address() as AddressInfo).port}/`
  })
  afterAll(() => {
    imgbb.closeAllConnections()
    imgbb.close()
  })
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'crema-test-'))))
  afterEach(() => rmSync(folder, { recursive: true }))

  test('returns an address that a page can load: of the shop itself, or of the origin that the store names', async () => {
    const store = open()
    const address = await store.save(renderedPicture)
    expect(new URL(address, store.origin ?? 'https://coffee.example').origin).toBe(
      store.origin ?? 'https://coffee.example',
    )
    const file = store.origin === null ? await store.find(address.slice('/images/'.length)) : null
    expect(file === null).toBe(store.origin !== null)
  })

  test('stores a picture again', async () => {
    const store = open()
    await store.save(renderedPicture)
    await expect(store.save(renderedPicture)).resolves.toEqual(expect.any(String))
  })

  test('finds the files that the shop itself has, with size and content', async () => {
    await diskStore(folder).save(renderedPicture)
    const file = await open().find(FILE)
    expect(file?.size).toBe('avif 480'.length)
    expect(file && String(await buffer(file.read()))).toBe('avif 480')
  })

  test('finds nothing under a name that has no file', async () => {
    expect(await open().find(FILE)).toBeNull()
  })

  test('deletes all files of a picture, and does nothing if there are none', async () => {
    const store = open()
    await diskStore(folder).save(renderedPicture)
    await store.delete(renderedPicture.id)
    for (const { name } of renderedPicture.files) expect(await store.find(name)).toBeNull()
    await store.delete(renderedPicture.id)
  })
})
