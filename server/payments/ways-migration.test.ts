import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { migrationsFolder } from '#test/postgres/global-setup.ts'
import { stores } from '#test/stores.ts'

const MIGRATION = '0038_ways_to_pay.contract.sql'

describe.each(stores)('the migration to several ways to pay on $name', ({ empty }) => {
  test('makes payments that were paid later transfers, or payments at the pickup of their order', async () => {
    const store = await empty()
    const older = mkdtempSync(join(tmpdir(), 'crema-migrations-'))
    for (const file of readdirSync(migrationsFolder).filter((name) => name < MIGRATION))
      copyFileSync(join(migrationsFolder, file), join(older, file))
    const database = await openShopDatabase(store)
    try {
      await migrate(database, older)
      await database.write(async ({ tx }) => {
        await sql`INSERT INTO payments (id, idempotency_key, user_id, kind, amount_cents, gateway, status, created_at)
          VALUES ('bar', 'bar', 'u', 'full', 1, 'later', 'pending', 1), ('parcel', 'parcel', 'u', 'full', 1, 'later', 'succeeded', 1),
          ('plain', 'plain', 'u', 'full', 1, 'later', 'pending', 1), ('card', 'card', 'u', 'full', 1, 'stripe', 'pending', 1)`.execute(
          tx,
        )
        await sql`INSERT INTO checkouts (payment_id, user_id, method_kind, roast_on, data, created_at)
          VALUES ('bar', 'u', 'pickup', NULL, '{}', 1), ('parcel', 'u', 'parcel', NULL, '{}', 1), ('card', 'u', 'pickup', NULL, '{}', 1)`.execute(
          tx,
        )
      })
      await migrate(database, migrationsFolder)
      const rows = await database.read
        .selectFrom('payments')
        .select(['id', 'gateway'])
        .orderBy('id')
        .execute()
      expect(rows.map(({ id, gateway }) => [id, gateway])).toEqual([
        ['bar', 'pickup'],
        ['card', 'stripe'],
        ['parcel', 'transfer'],
        ['plain', 'transfer'],
      ])
    } finally {
      await database.close()
      await store.dispose()
      rmSync(older, { recursive: true })
    }
  })
})
