import '#test/cheap-passwords.ts'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { enterSales, germanShop } from '#test/selling/german-month.ts'
import { givenShop } from '#test/shop.ts'
import { anyStore } from '#test/stores.ts'
import { temporaryFolder } from '#test/temporary-folder.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { readSnapshot } from '../snapshot.ts'
import { sumMonth } from './sum-month.ts'

const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0
const files = ['Orders', 'Lines', 'Money', 'Tax'] as const

/** What LibreOffice proposes for a CSV file in German: semicolons, quotes, UTF-8, and German numbers. */
const GERMAN = ['--infilter=CSV:59,34,76,1,,1031']

/** A cell of a sheet: a number, or another value as null. */
type Cell = number | null

/** Opens the CSV files of a folder in LibreOffice, and returns the cells of each, row by row. */
async function openInLibreOffice(folder: string, options: string[]): Promise<Record<string, Cell[][]>> {
  await promisify(execFile)('soffice', [
    '--headless',
    `-env:UserInstallation=file://${folder}/profile`,
    ...options,
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    ...files.map((name) => join(folder, `${name}.csv`)),
  ])
  const sheets = files.map(async (name) => {
    const xml = await readFile(join(folder, `${name}.fods`), 'utf8')
    return [name, [...xml.matchAll(/<table:table-row.*?<\/table:table-row>/gs)].map(([row]) => cellsOf(row))]
  })
  return Object.fromEntries(await Promise.all(sheets))
}

/** Equal cells beside each other are written once, with their number. */
function cellsOf(row: string): Cell[] {
  return [...row.matchAll(/<table:table-cell([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const times = Number(/number-columns-repeated="(\d+)"/.exec(attributes)?.[1] ?? 1)
    const number = /office:value="([^"]*)"/.exec(attributes)?.[1]
    return Array<Cell>(Math.min(times, 20)).fill(number === undefined ? null : Number(number))
  })
}

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
    const sheets = await openInLibreOffice(folder, options)
    const { paid, refunded, fees, lost } = await readSnapshot(shop.store, (query) =>
      sumMonth(query, '2026-11', 'EUR'),
    )
    const sum = (name: (typeof files)[number], column: number) =>
      Math.round(100 * (sheets[name] ?? []).reduce((total, row) => total + (row[column] ?? 0), 0))
    expect([sum('Orders', 8), sum('Lines', 9), sum('Money', 4), sum('Tax', 7), sum('Tax', 8)]).toEqual([
      paid,
      paid,
      paid - refunded - fees - lost,
      paid - refunded,
      refunded,
    ])
  })
})
