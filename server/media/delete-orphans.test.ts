import '#test/cheap-passwords.ts'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { IMAGE_FORMATS, IMAGE_WIDTHS, parseImageAddress } from '#contract/values/images.ts'
import { plainPicture } from '#test/drawn-pictures.ts'
import { addEntry, entryKinds } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { diskStore } from './disk-store.ts'
import { deleteOrphans, storePicture, markPictureUsed } from './store-picture.ts'
import type { RenderedPicture } from './render-picture.ts'

/** The mock of `renderPicture` returns this picture for every upload. */
const rendered = vi.hoisted((): RenderedPicture => ({ id: '', files: [] }))
vi.mock('./render-picture.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  renderPicture: async () => rendered,
}))

const HOUR = 60 * 60 * 1000

describe.each(stores)('unused pictures on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
  afterEach(async () => {
    vi.useRealTimers()
    await shop.database.write(({ tx }) => tx.deleteFrom('images').execute())
  })

  const folder = () => join(shop.store.dataDir, 'images')
  const store = () => diskStore(folder())
  const known = async () =>
    (await shop.database.read.selectFrom('images').select('address').execute()).map(({ address }) => address)
  const hasFiles = (address: string) =>
    readdirSync(folder()).filter((name) => name.startsWith(String(parseImageAddress(address)?.id))).length

  async function uploaded(): Promise<string> {
    const address = await knownPicture(shop)
    mkdirSync(folder(), { recursive: true })
    for (const width of IMAGE_WIDTHS)
      for (const format of IMAGE_FORMATS)
        writeFileSync(join(folder(), `${parseImageAddress(address)?.id}-${width}.${format}`), 'x')
    return address
  }

  test('are deleted after a day with their files, and not before', async () => {
    const orphan = await uploaded()
    vi.setSystemTime(Date.now() + 23.9 * HOUR)
    const young = await uploaded()
    await deleteOrphans({ database: shop.database, store: store() })
    expect((await known()).toSorted()).toEqual([orphan, young].toSorted())
    vi.setSystemTime(Date.now() + 0.2 * HOUR)
    await deleteOrphans({ database: shop.database, store: store() })
    expect(await known()).toEqual([young])
    expect([hasFiles(orphan), hasFiles(young)]).toEqual([0, 8])
  })

  test.each(entryKinds)(
    'do not include those that a $kind has or had, also if it was deleted',
    async (kind) => {
      const pictures = [await uploaded(), await uploaded(), await uploaded()]
      const [shown = '', archived = '', replaced = ''] = pictures
      const add = (img: string) => addEntry(kind, ada, kind.body({ email: ada.email, img }))
      await add(shown)
      await ada.send(kind.remove, { params: { id: await add(archived) } })
      await ada.send(kind.edit, {
        params: { id: await add(replaced) },
        body: kind.body({ email: ada.email, img: shown }),
      })
      vi.setSystemTime(Date.now() + 48 * HOUR)
      await deleteOrphans({ database: shop.database, store: store() })
      expect((await known()).toSorted()).toEqual(pictures.toSorted())
      expect(pictures.map(hasFiles)).toEqual([8, 8, 8])
    },
  )

  test('include the picture of an entry that was refused', async () => {
    const orphan = await uploaded()
    const [, coffee] = entryKinds
    const refused = await ada.send(coffee.add, {
      body: { ...coffee.body({ email: ada.email, img: orphan }), category_name: 'No Such Farm' },
    })
    expect(refused.status).toBe(422)
    vi.setSystemTime(Date.now() + 48 * HOUR)
    await deleteOrphans({ database: shop.database, store: store() })
    expect(await known()).toEqual([])
  })

  test('are kept if they are uploaded again before they are deleted', async () => {
    const [first, second] = [await uploaded(), await uploaded()]
    vi.setSystemTime(Date.now() + 48 * HOUR)
    const again = async (dropped: string) => {
      const other = dropped === parseImageAddress(first)?.id ? second : first
      await shop.database.write(({ tx }) =>
        tx.updateTable('images').set({ created_at: Date.now() }).where('address', '=', other).execute(),
      )
    }
    await deleteOrphans({ database: shop.database, store: { ...store(), delete: again } })
    expect(await known()).toHaveLength(1)
  })

  test('are kept with their files if an entry uses them after they were listed', async () => {
    const orphan = await uploaded()
    vi.setSystemTime(Date.now() + 48 * HOUR)
    const write: typeof shop.database.write = async (work) => {
      await shop.database.write(({ tx }) => markPictureUsed(tx, orphan))
      return shop.database.write(work)
    }
    await deleteOrphans({ database: { ...shop.database, write }, store: store() })
    expect([await known(), hasFiles(orphan)]).toEqual([[orphan], 8])
  })

  test('have all their files if they are uploaded again while their files are being deleted', async () => {
    const orphan = await uploaded()
    const id = String(parseImageAddress(orphan)?.id)
    const files = IMAGE_WIDTHS.flatMap((width) =>
      IMAGE_FORMATS.map((format) => ({ name: `${id}-${width}.${format}`, bytes: Buffer.from('y') })),
    )
    Object.assign(rendered, { id, files })
    vi.setSystemTime(Date.now() + 48 * HOUR)
    const media = { database: shop.database, store: store() }
    const upload = await plainPicture().png().toBuffer()
    let again: Promise<unknown> = Promise.resolve()
    const deleteSlowly = async (dropped: string) => {
      again = storePicture(media, { ...ada, role: 'Admin' }, upload)
      await new Promise((resolve) => setTimeout(resolve, 200))
      await store().delete(dropped)
    }
    await deleteOrphans({ ...media, store: { ...store(), delete: deleteSlowly } })
    expect(await again).toBe(orphan)
    expect([await known(), hasFiles(orphan)]).toEqual([[orphan], 8])
  })

  test('do not block a later upload if deleting their files failed', async () => {
    const orphan = await uploaded()
    Object.assign(rendered, { id: parseImageAddress(orphan)?.id, files: [] })
    vi.setSystemTime(Date.now() + 48 * HOUR)
    const media = { database: shop.database, store: store() }
    await expect(
      deleteOrphans({
        ...media,
        store: { ...store(), delete: () => Promise.reject(new Error('the disk is gone')) },
      }),
    ).rejects.toThrow('the disk is gone')
    expect(await storePicture(media, { ...ada, role: 'Admin' }, await plainPicture().png().toBuffer())).toBe(
      orphan,
    )
  })
})
