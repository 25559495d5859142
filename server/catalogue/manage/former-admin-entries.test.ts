import '#test/cheap-passwords.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addEntry, entryKinds, ownEntries } from '#test/entries.ts'
import type { EntryKind } from '#test/entries.ts'
import { knownPicture } from '#test/pictures.ts'
import { givenShop } from '#test/shop.ts'
import type { TestPerson } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('the entries of an owner who is no longer an admin on $name', ({ fresh }) => {
  const shop = givenShop(fresh)
  let ada: TestPerson
  let zoe: TestPerson
  let img: string
  beforeAll(async () => {
    ;[ada, zoe] = await Promise.all([shop.admin('Ada'), shop.admin('Zoe')])
    img = await knownPicture(shop)
    await shop.database.write(({ tx }) => tx.updateTable('brands').set({ owner_id: zoe.userId }).execute())
  })

  let count = 0
  /** Creates an admin named Bob who owns one brand, coffee or packet. Returns Bob and the id of what he owns. */
  async function seller(kind: EntryKind): Promise<{ bob: TestPerson; id: string }> {
    count += 1
    const bob = await shop.admin(`Bob ${count}`)
    return { bob, id: await addEntry(kind, bob, kind.body({ email: bob.email, img })) }
  }

  const keeps = async (person: TestPerson, kind: EntryKind, id: string) =>
    (await ownEntries(kind, person)).some(({ _id }) => _id === id)
  const ownerOf = async (person: TestPerson, { list }: EntryKind, id: string) =>
    (await person.call(list, { query: { email: person.email, whose: 'everyone' } })).answer.find(
      ({ _id }) => _id === id,
    )?.owner
  const demote = (person: TestPerson) => ada.call('PUT /removeAdmin/{id}', { params: { id: person.userId } })

  describe.each(entryKinds)('a $kind', (kind) => {
    const change = (person: TestPerson, id: string) =>
      person.send(kind.edit, { params: { id }, body: kind.body({ email: person.email, img }) })

    test('is in every admin’s list after the owner was demoted, and only in the owner’s after a promotion', async () => {
      const { bob, id } = await seller(kind)
      expect(await keeps(zoe, kind, id)).toBe(false)
      await demote(bob)
      expect([await keeps(zoe, kind, id), await keeps(ada, kind, id)]).toEqual([true, true])
      const done = [
        await change(zoe, id),
        await ada.send(kind.remove, { params: { id } }),
        await zoe.send(kind.restore, { params: { id } }),
      ]
      expect(done.map(({ status }) => status)).toEqual([200, 200, 200])
      expect((await change(bob, id)).status).toBe(403)
      expect((await ownEntries(kind, zoe)).find(({ _id }) => _id === id)).toMatchObject({ email: zoe.email })
      await ada.call('PUT /makeAdmin/{id}', { params: { id: bob.userId } })
      expect([await keeps(zoe, kind, id), await keeps(bob, kind, id)]).toEqual([false, true])
    })

    test('is in every admin’s list after the owner was deleted, with the owner’s name', async () => {
      const { bob, id } = await seller(kind)
      await ada.call('DELETE /userDelete/{id}', { params: { id: bob.userId } })
      expect(await ownerOf(zoe, kind, id)).toEqual({ name: bob.name, is: 'gone' })
      expect([await keeps(zoe, kind, id), (await change(zoe, id)).status]).toEqual([true, 200])
    })
  })

  test('are found among the entries of several former and several current admins', async () => {
    const [brands] = entryKinds
    const sellers = []
    for (let index = 0; index < 5; index++) sellers.push(await seller(brands))
    const left = sellers.filter((_, index) => index % 2 === 0)
    for (const { bob } of left) await demote(bob)
    const kept = await ownEntries(brands, zoe)
    for (const each of sellers) expect(kept.some(({ _id }) => _id === each.id)).toBe(left.includes(each))
  })
})
