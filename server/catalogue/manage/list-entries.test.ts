import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_LISTED } from '#contract/values/limits.ts'
import { newId } from '#server/platform/clock.ts'
import { addEntry, entryKinds } from '#test/entries.ts'
import type { EntryKind } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'
import { tableOf } from './queries.ts'

describe.each(stores)('the lists of entries on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  beforeAll(async () => void (ada = await shop.admin('Ada')))

  /** Inserts copies of a brand, coffee or packet. Returns the ids of the copies, oldest first. */
  function copy({ kind }: EntryKind, id: string, count: number): Promise<string[]> {
    const table = tableOf(kind)
    return shop.database.write(async ({ tx }) => {
      const row = await tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const copies = Array.from({ length: count }, () => ({ ...row, id: newId() }))
      await tx.insertInto(table).values(copies).execute()
      return copies.map((made) => made.id)
    })
  }

  test.each(entryKinds)('return the newest 1,000 entries of the kind $kind, oldest first', async (kind) => {
    const first = await addEntry(kind, ada, kind.body({ email: ada.email, img: await knownPicture(shop) }))
    const newer = await copy(kind, first, MAX_LISTED)
    for (const query of [{ email: ada.email }, { email: ada.email, whose: 'everyone' as const }]) {
      const { answer } = await ada.call(kind.list, { query })
      expect(answer.map(({ _id }) => _id)).toEqual(newer)
    }
  })
})
