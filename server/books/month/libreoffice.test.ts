import '#test/cheap-passwords.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { enterSales, germanShop } from '#test/selling/german-month.ts'
import { hasLibreOffice, openInLibreOffice } from '#test/selling/libreoffice.ts'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { readSnapshot } from '../snapshot.ts'
import { sumMonth } from './sum-month.ts'

const files = ['Orders', 'Lines', 'Money', 'Tax'] as const

/** What LibreOffice proposes for a CSV file in German: semicolons, quotes, UTF-8, and German numbers. */
const GERMAN = ['--infilter=CSV:59,34,76,1,,1031']

const TABLES = ['orders', 'payments', 'refunds', 'disputes', 'checkouts', 'cart_items'] as const

describe.each(anyStore)('the files of a month in LibreOffice', ({ fresh }) => {
  const shop = givenShop(fresh)

  test.skipIf(!hasLibreOffice).each([
    ['in Germany', 'DE', GERMAN],
    ['in the United States, without any options', 'US', []],
  ])('have the sums of the books %s (skipped without LibreOffice)', async (where, country, options) => {
    const [ada, cora] = await Promise.all([shop.admin(`Ada ${where}`), shop.person(`Cora ${where}`)])
    await shop.database.write(async ({ tx }) => {
      for (const table of TABLES) await tx.deleteFrom(table).execute()
    })
    await enterSales(shop.database, cora, { settings: { ...germanShop, country } })
    const folder = temporaryFolder('crema-office-')
    for (const name of files) {
      const url = `/api${EXPORT_PATHS[`month${name}`]}?month=2026-11`
      const { rawPayload } = await shop.app.inject({ url, headers: { cookie: ada.cookie } })
      await writeFile(join(folder, `${name}.csv`), rawPayload)
    }
    const sheets = await openInLibreOffice(folder, files, options)
    const { paid, refunded, fees, lost } = await readSnapshot(shop.store, (query) =>
      sumMonth(query, '2026-11', 'EUR'),
    )
    const sum = (name: (typeof files)[number], column: number) =>
      Math.round(100 * (sheets.get(name) ?? []).reduce((total, row) => total + (row[column] ?? 0), 0))
    expect([sum('Orders', 8), sum('Lines', 9), sum('Money', 4), sum('Tax', 7), sum('Tax', 8)]).toEqual([
      paid,
      paid,
      paid - refunded - fees - lost,
      paid - refunded,
      refunded,
    ])
  })
})
