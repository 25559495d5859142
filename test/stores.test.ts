import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { stores } from './stores.ts'
import type { Store } from './stores.ts'

describe.each(stores)('a fresh store on $name', ({ name, fresh }) => {
  const used: Store[] = []
  afterEach(() => Promise.all(used.splice(0).map((store) => store.dispose())))

  async function freshDatabase() {
    const store = await fresh()
    used.push(store)
    return openDatabase(store)
  }

  test('is what it says and empty, whatever happened in another', async () => {
    const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
    await one.script('CREATE TABLE beans (name TEXT)')
    await expect(sql`SELECT * FROM beans`.execute(one.read)).resolves.toMatchObject({ rows: [] })
    await expect(sql`SELECT * FROM beans`.execute(other.read)).rejects.toThrow(/beans/)
    expect(one.dialect).toBe(name)
    await Promise.all([one.close(), other.close()])
  })
})
