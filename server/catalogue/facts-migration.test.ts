import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { migrationsFolder } from '#test/postgres/global-setup.ts'
import { stores } from '#test/stores.ts'

const MIGRATION = '0034_coffee_facts.sql'

const COLUMNS =
  'id, owner_id, kind, name, img, about, price_cents, rating, brand_id, category, cover_img, created_at, archived_at'

function coffee(id: string, name: string, archivedAt: number | null = null): string {
  return `INSERT INTO products (${COLUMNS}) VALUES
    ('${id}', 'owner', 'coffee', '${name}', 'img', '', 250, 4, 'brand', NULL, NULL, 1, ${archivedAt});`
}

function packet(id: string, category: string, archivedAt: number | null = null): string {
  return `INSERT INTO products (${COLUMNS}) VALUES
    ('${id}', 'owner', 'packet', '${category}', 'img', '', 999, 4, NULL, '${category}', 'img', 1, ${archivedAt});`
}

const ROWS = [
  "INSERT INTO brands (id, owner_id, name, img, rating, created_at) VALUES ('brand', 'owner', 'Hill', 'img', 4, 1);",
  coffee('harar', 'Harar'),
  coffee('twin-1', 'Twin'),
  coffee('twin-2', 'Twin'),
  coffee('gone', 'Gone', 5),
  packet('of-harar', 'Harar'),
  packet('of-twins', 'Twin'),
  packet('of-gone', 'Gone'),
  packet('of-none', 'Bags'),
  packet('deleted', 'Harar', 5),
]

describe.each(stores)('the migration to coffee facts on $name', ({ empty }) => {
  test('joins a bag with the one coffee on sale whose name is its category', async () => {
    const store = await empty()
    const older = mkdtempSync(join(tmpdir(), 'crema-migrations-'))
    for (const file of readdirSync(migrationsFolder).filter((one) => one < MIGRATION))
      copyFileSync(join(migrationsFolder, file), join(older, file))
    const database = await openShopDatabase(store)
    await migrate(database, older)
    await database.script(ROWS.join('\n'))
    await migrate(database, migrationsFolder)
    const rows = await database.read
      .selectFrom('products')
      .select(['id', 'coffee_id', 'facts', 'pictures', 'was_cents'])
      .orderBy('id')
      .execute()
    expect(rows.filter(({ coffee_id }) => coffee_id !== null)).toEqual([
      { id: 'of-harar', coffee_id: 'harar', facts: null, pictures: null, was_cents: null },
    ])
    expect(rows).toHaveLength(ROWS.length - 1)
    await database.close()
    rmSync(older, { recursive: true })
    await store.dispose()
  })
})
