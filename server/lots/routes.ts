import { lotCalls } from '#contract/orders/lots.ts'
import { exact } from '#contract/fields.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { serveCsv } from '#server/platform/tables/export-csv.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { changeLotsOfLine, listChoices } from './change-lots-of-line.ts'
import { addLot, correctLot, deleteLot } from './enter-lots.ts'
import { listLots, listOrdersOfLot, listRoasted, writeRoastBook } from './roast-book.ts'

/** `country` returns the country of the shop, for the style of the CSV file. */
type Lots = { database: ShopDatabase; country: () => Promise<string> }

export function lotRoutes(setup: CallsSetup, { database, country }: Lots): void {
  const { read } = database
  serveCalls(setup, lotCalls, {
    'GET /lots': async ({ query }) => ({
      lots: await listLots(read, query.name),
      coffees: await listRoasted(read),
    }),
    'POST /lots': ({ caller, body }) => addLot(database, caller, body),
    'PUT /lots/{id}': ({ caller, params, body }) => correctLot(database, caller, { ...params, ...body }),
    'DELETE /lots/{id}': ({ caller, params }) => deleteLot(database, caller, params.id),
    'GET /lots/{id}/orders': ({ params }) => listOrdersOfLot(database, params.id),
    'GET /line/{id}/lots': ({ params }) => listChoices(database, params.id),
    'PUT /line/{id}/lots': ({ caller, params, body }) =>
      changeLotsOfLine(database, caller, { ...params, ...body }),
  })
  serveCsv<object>(setup, {
    path: EXPORT_PATHS.lots,
    querystring: exact({}),
    access: 'staffBySession',
    write: async () => writeRoastBook(database.longRead, await country()),
  })
}
