import '#test/cheap-passwords.ts'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { indexEntries } from '#server/dashboard/search/write-entries.ts'
import { runOwnersCommandHere } from '#test/commands.ts'
import { enter, userRow } from '#test/rows.ts'
import { givenShop } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

describe.each(stores)('a backup on $name', ({ fresh }) => {
  const shop = givenShop(fresh)

  test('is made, and can be restored, after the search has indexed a changed name again', async () => {
    const user = userRow({ name: 'Cora Reis' })
    await enter(shop.database, { users: [user] })
    await indexEntries(shop.database)
    await shop.database.write(({ tx }) =>
      tx.updateTable('users').set({ name: 'Cora Dias' }).where('id', '=', user.id).execute(),
    )
    await indexEntries(shop.database)
    const file = join(shop.store.dataDir, 'renamed.db')
    const made = await runOwnersCommandHere('backup', shop.store, [file])
    expect(made).toMatchObject({ code: 0, complained: '' })
    expect(await runOwnersCommandHere('check-backup', shop.store, [file])).toMatchObject({ code: 0 })
    for (const { empty } of stores) {
      const store = await empty()
      expect(await runOwnersCommandHere('restore', store, [file])).toMatchObject({ code: 0 })
      await store.dispose()
    }
  })
})
