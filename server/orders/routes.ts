import { parcelCalls } from '#contract/orders/parcels.ts'
import { orderCalls } from '#contract/orders.ts'
import { ParcelsQuery } from '#contract/paging.ts'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { serveCsv } from '#server/platform/tables/export-csv.ts'
import { orderDetailsRoutes } from './details/routes.ts'
import { fullOrders, serveFullOrders, showFullOrder } from './lists/full-orders.ts'
import { orderedLines, serveOrderedLines } from './lists/ordered-lines.ts'
import type { Orders } from './orders.ts'
import { ownOrderRoutes } from './own/routes.ts'
import { sendParcels } from './parcels/send-parcels.ts'
import { writeParcels } from './parcels/write-parcels.ts'
import { changeDeliveries, changeDelivery } from './state/change-delivery.ts'

export function orderRoutes(setup: CallsSetup, orders: Orders): void {
  const { database, currency } = orders
  orderDetailsRoutes(setup, orders)
  ownOrderRoutes(setup, orders)
  serveCalls(setup, orderCalls, {
    'GET /allProducts': async (request) => serveOrderedLines(database, request, await currency()),
    'GET /fullProducts': async (request) => serveFullOrders(database, request, await currency()),
    'GET /fullProduct/{id}': async ({ params }) => showFullOrder(database, params.id, await currency()),
    'PUT /delivery/{id}': ({ caller, params, body }) =>
      changeDelivery(orders, caller, { ...params, ...body }),
    'PUT /deliveries': ({ caller, body }) => changeDeliveries(orders, caller, body.moves),
    'GET /count/products': async ({ query }) => ({ rows: await orderedLines.count(database, query) }),
    'GET /count/orders': async ({ query }) => ({ rows: await fullOrders.count(database, query) }),
  })
  serveCalls(setup, parcelCalls, {
    'POST /parcels': ({ caller, body }) =>
      sendParcels(orders, { caller, isStillValid: (user) => setup.gate.isStillValid(user) }, body),
  })
  serveCsv<ParcelsQuery>(setup, {
    path: EXPORT_PATHS.parcels,
    querystring: ParcelsQuery,
    access: 'staffBySession',
    write: async ({ service }, { role }) =>
      writeParcels(database.longRead, {
        service,
        currency: await currency(),
        isForPacker: role !== 'Admin',
      }),
    nameOf: ({ service }) => `parcels-${service}.csv`,
  })
}
