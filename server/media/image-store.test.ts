import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startS3Server } from '#test/s3/s3-server.ts'
import type { S3Server } from '#test/s3/s3-server.ts'
import { renderedPicture } from '#test/stand-ins/rendered-picture.ts'
import { diskStore } from './disk-store.ts'
import type { ImageStore } from './image-store.ts'
import { imgbbStore } from './imgbb-store.ts'
import { S3Client } from './s3/s3-client.ts'
import { s3Store } from './s3/s3-store.ts'

const SHOP = 'https://coffee.example'
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
let s3: S3Server

/** `local` is the store of the files that the shop itself has. */
type Implementation = { name: string; open: () => ImageStore; local: () => ImageStore }

const bucket = (publicUrl: string | null) => s3Store(new S3Client(s3.settings), publicUrl)
const implementations: Implementation[] = [
  { name: 'disk store', open: () => diskStore(folder), local: () => diskStore(folder) },
  {
    name: 'imgBB store',
    open: () => imgbbStore({ key: 'key', endpoint, local: diskStore(folder) }),
    local: () => diskStore(folder),
  },
  { name: 'S3 store', open: () => bucket(null), local: () => bucket(null) },
  {
    name: 'S3 store with a public address',
    open: () => bucket('https://pictures.example/crema'),
    local: () => bucket(null),
  },
]

describe.each(implementations)('the $name', ({ open, local }) => {
  beforeAll(async () => {
    await new Promise<void>((resolve) => imgbb.listen(0, '127.0.0.1', resolve))
    // The cast is safe: for a server that listens on a port, `address()` returns an `AddressInfo`.
    endpoint = `http://127.0.0.1:${(imgbb.address() as AddressInfo).port}/`
  })
  afterAll(() => {
    imgbb.closeAllConnections()
    imgbb.close()
  })
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'crema-test-'))
    s3 = await startS3Server()
  })
  afterEach(() => s3.dispose())
  afterEach(() => rmSync(folder, { recursive: true }))

  test('returns an address that a page can load: of the shop itself, or of the origin that the store names', async () => {
    const store = open()
    const address = await store.save(renderedPicture)
    const shown = address.startsWith('/images/') ? `${store.publicUrl ?? SHOP}${address}` : address
    expect(new URL(shown).origin).toBe(store.origin ?? SHOP)
    const file = store.origin === null ? await store.find(address.slice('/images/'.length)) : null
    expect(file === null).toBe(store.origin !== null)
  })

  test('stores a picture again', async () => {
    const store = open()
    await store.save(renderedPicture)
    await expect(store.save(renderedPicture)).resolves.toEqual(expect.any(String))
  })

  test('finds the files that the shop itself has, with size and content', async () => {
    await local().save(renderedPicture)
    const file = await open().find(FILE)
    expect(file?.size).toBe('avif 480'.length)
    expect(file && String(await buffer(file.read()))).toBe('avif 480')
  })

  test('finds nothing under a name that has no file', async () => {
    expect(await open().find(FILE)).toBeNull()
  })

  test('deletes all files of a picture, and does nothing if there are none', async () => {
    const store = open()
    await local().save(renderedPicture)
    await store.delete(renderedPicture.id)
    for (const { name } of renderedPicture.files) expect(await store.find(name)).toBeNull()
    await store.delete(renderedPicture.id)
  })
})
