import type { Readable } from 'node:stream'
import { MonthQuery } from '#contract/paging.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { serveCsv } from '#server/platform/tables/export-csv.ts'
import type { Selling } from '#server/selling/selling.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { writeDatev } from './datev.ts'
import { writeLines, writeMoney, writeOrders, writeTax } from './month-files.ts'
import type { Month } from './month-files.ts'
import { spanOfMonth } from './read-month.ts'

type Setup = { database: ShopDatabase; selling: Selling }

/** Adds the files of a month for the accountant. */
export function monthRoutes(setup: CallsSetup, { database, selling }: Setup): void {
  async function monthOf({ month }: MonthQuery): Promise<Month & { name: string }> {
    const settings = await selling.settingsNow()
    return { db: database.longRead, span: spanOfMonth(month), settings, name: month }
  }
  function serve(path: string, write: (month: Month & { name: string }) => Readable): void {
    serveCsv<MonthQuery>(setup, {
      path,
      querystring: MonthQuery,
      write: async (query) => write(await monthOf(query)),
      nameOf: ({ month }) => `${path.slice(path.lastIndexOf('/') + 1, -'.csv'.length)}-${month}.csv`,
    })
  }
  serve(EXPORT_PATHS.monthOrders, writeOrders)
  serve(EXPORT_PATHS.monthLines, writeLines)
  serve(EXPORT_PATHS.monthMoney, writeMoney)
  serve(EXPORT_PATHS.monthTax, writeTax)
  serveCsv<MonthQuery>(setup, {
    path: EXPORT_PATHS.monthDatev,
    querystring: MonthQuery,
    write: async (query) => writeDatev(await monthOf(query)),
    nameOf: ({ month }) => `EXTF_Buchungsstapel_${month}.csv`,
    encoding: 'latin1',
  })
}
