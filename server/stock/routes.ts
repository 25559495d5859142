import { stockCalls } from '#contract/selling/stock.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { changeStock, showStock } from './change-stock.ts'
import { mailWatchLink, watchByLink } from './watch-by-mail.ts'
import { listWatchedProducts, unwatchProduct, watchProduct } from './watch-product.ts'
import type { Watching } from './watch-product.ts'

export function stockRoutes(setup: CallsSetup, watching: Watching): void {
  const { database } = watching
  serveCalls(setup, stockCalls, {
    'GET /productStock/{id}': ({ params }) => showStock(database, params.id),
    'PUT /productStock/{id}': ({ caller, params, body }) =>
      database.write((write) => changeStock(write, caller, { id: params.id, change: body })),
    'GET /watchedProducts': ({ caller }) => listWatchedProducts(watching, caller),
    'PUT /watchedProducts/{id}': ({ caller, params }) => watchProduct(watching, caller, params.id),
    'POST /watchedProducts/{id}/link': ({ params, body, request }) =>
      mailWatchLink({ ...watching, limits: setup.shared }, { ...params, ...body, ip: request.ip }),
    'POST /watchedProducts/link': ({ body }) => watchByLink(database, body.token),
    'DELETE /watchedProducts/{id}': ({ caller, params }) => unwatchProduct(watching, caller, params.id),
  })
}
