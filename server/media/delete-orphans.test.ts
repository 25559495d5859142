import '#test/cheap-passwords.ts'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { IMAGE_FORMATS, IMAGE_WIDTHS, parseImageAddress } from '#contract/images.ts'
import { addEntry, entryKinds } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { diskStore } from './image-store.ts'
import { deleteOrphans } from './keep-picture.ts'

const HOUR = 60 * 60 * 1000

describe.each(stores)('pictures that nobody uses on $name', ({ fresh }) => {
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
  const known = async () => (await shop.database.read.selectFrom('images').select('address').execute()).map(({ address }) => address)
  const hasFiles = (address: string) => readdirSync(folder()).filter((name) => name.startsWith(String(parseImageAddress(address)?.id))).length

  async function uploaded(): Promise<string> {
    const address = await knownPicture(shop)
    mkdirSync(folder(), { recursive: true })
    for (const width of IMAGE_WIDTHS) for (const format of IMAGE_FORMATS) writeFileSync(join(folder(), `${parseImageAddress(address)?.id}-${width}.${format}`), 'x')
    return address
  }

  test('are deleted after a day, their files too, and not before', async () => {
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

  test.each(entryKinds)('are not those of a $kind, also of one that was deleted or has another picture now', async (kind) => {
    const pictures = [await uploaded(), await uploaded(), await uploaded()]
    const [shown = '', archived = '', replaced = ''] = pictures
    const add = (img: string) => addEntry(kind, ada, kind.body({ email: ada.email, img }))
    await add(shown)
    await ada.send(kind.remove, { params: { id: await add(archived) } })
    await ada.send(kind.edit, { params: { id: await add(replaced) }, body: kind.body({ email: ada.email, img: shown }) })
    vi.setSystemTime(Date.now() + 48 * HOUR)
    await deleteOrphans({ database: shop.database, store: store() })
    expect((await known()).toSorted()).toEqual(pictures.toSorted())
    expect(pictures.map(hasFiles)).toEqual([8, 8, 8])
  })

  test('are not refused entries’ either: what was not saved does not keep its picture', async () => {
    const orphan = await uploaded()
    const [, coffee] = entryKinds
    const refused = await ada.send(coffee.add, { body: { ...coffee.body({ email: ada.email, img: orphan }), category_name: 'No Such Farm' } })
    expect(refused.status).toBe(422)
    vi.setSystemTime(Date.now() + 48 * HOUR)
    await deleteOrphans({ database: shop.database, store: store() })
    expect(await known()).toEqual([])
  })

  test('stay when somebody uploads them again just as they are being cleaned up', async () => {
    const [first, second] = [await uploaded(), await uploaded()]
    vi.setSystemTime(Date.now() + 48 * HOUR)
    const again = async (dropped: string) => {
      const other = dropped === parseImageAddress(first)?.id ? second : first
      await shop.database.write(({ tx }) => tx.updateTable('images').set({ created_at: Date.now() }).where('address', '=', other).execute())
    }
    await deleteOrphans({ database: shop.database, store: { ...store(), drop: again } })
    expect(await known()).toHaveLength(1)
  })
})
