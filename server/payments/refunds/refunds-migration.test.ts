import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { openShopDatabase } from '#server/shop-database.ts'
import { migrationsFolder } from '#test/shop.ts'
import { stores } from '#test/stores.ts'

const MIGRATION = '0027_refunds_by_reference.contract.sql'

describe.each(stores)('the migration to one row for each refund at the gateway on $name', ({ empty }) => {
  test('marks the rows that can be sums of refunds of one charge, and keeps all others', async () => {
    const store = await empty()
    const older = mkdtempSync(join(tmpdir(), 'crema-migrations-'))
    for (const file of readdirSync(migrationsFolder).filter((name) => name < MIGRATION))
      copyFileSync(join(migrationsFolder, file), join(older, file))
    const database = await openShopDatabase(store)
    try {
      await migrate(database, older)
      await database.write(({ tx }) =>
        sql`INSERT INTO refunds (id, payment_id, amount_cents, status, reference, created_by, created_at) VALUES
          ('own', 'p', 1, 'succeeded', 're_1', 'ada', 1), ('late', 'p', 1, 'succeeded', 're_2', NULL, 1),
          ('debit', 'p', 1, 'succeeded', 'pyr_1', NULL, 1),
          ('third', 'p', 1, 'succeeded', 'py_1', NULL, 1), ('fourth', 'p', 1, 'succeeded', 'py_1', NULL, 1),
          ('first', 'p', 1, 'succeeded', 'ch_1', NULL, 1), ('second', 'p', 1, 'failed', 'ch_1', NULL, 1),
          ('open', 'p', 1, 'pending', NULL, 'ada', 1), ('other', 'p', 1, 'pending', NULL, 'ada', 1)`.execute(
          tx,
        ),
      )
      await migrate(database, migrationsFolder)
      const rows = await database.read.selectFrom('refunds').select(['id', 'reference']).execute()
      expect(new Map(rows.map(({ id, reference }) => [id, reference]))).toEqual(
        new Map([
          ['own', 're_1'],
          ['late', 're_2'],
          ['debit', 'pyr_1'],
          ['third', 'sum:third'],
          ['fourth', 'sum:fourth'],
          ['first', 'sum:first'],
          ['second', 'sum:second'],
          ['open', null],
          ['other', null],
        ]),
      )
    } finally {
      await database.close()
      await store.dispose()
      rmSync(older, { recursive: true })
    }
  })
})
