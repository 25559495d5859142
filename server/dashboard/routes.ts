import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import { dashboardCalls, EXPORT_PATHS, LIVE_PATH } from '#contract/dashboard.ts'
import { Problem } from '#contract/errors.ts'
import { OrdersQuery, ProductsQuery } from '#contract/pages-of-rows.ts'
import { deleteUser, makeAdmin, removeAdmin } from '#server/identity/change-role.ts'
import { listAudit } from '#server/audit/list-audit.ts'
import { listInbox, listOutbox, retryMail } from '#server/messages/inbox.ts'
import type { Database } from '#server/platform/database/database.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import type { Tables } from '#server/tables.ts'
import { exportOrders, exportProducts } from './export.ts'
import { Glances } from './glance.ts'
import type { Live } from './live.ts'
import { moveDelivery } from './move-delivery.ts'
import { presentFullOrder, presentFullOrderRow, presentOrderedProduct, presentUser } from './present.ts'
import { countDeliveries, findOrder, listItemsOfOrder, listOrders, listProducts, listUsers } from './queries.ts'
import { linkNext, readPage } from './read-page.ts'

export type Dashboard = { database: Database<Tables>; live: Live }

export function dashboardRoutes(setup: CallsSetup, { database, live }: Dashboard): void {
  const { read } = database
  const glances = new Glances(database)
  serveCalls(setup, dashboardCalls, {
    'GET /allProducts': async ({ query, reply }) => {
      const page = readPage(query, 'newest')
      const rows = await listProducts(read, { ...page, ...(query.payment && { payment: query.payment }) })
      linkNext(reply, rows, { query, limit: page.limit })
      return rows.map(presentOrderedProduct)
    },
    'GET /fullProducts': async ({ query, reply }) => {
      const page = readPage(query, 'newest')
      const rows = await listOrders(read, page)
      linkNext(reply, rows, { query, limit: page.limit })
      const counts = rows.length > 0 ? await countDeliveries(read, rows.map(({ id }) => id)) : []
      return rows.map((row) => presentFullOrderRow(row, counts))
    },
    'GET /fullProduct/{id}': async ({ params }) => {
      const order = await findOrder(read, params.id)
      return order ? presentFullOrder(order, await listItemsOfOrder(read, order.id)) : new Problem('not-found')
    },
    'PUT /delivery/{id}': ({ caller, params, body }) => moveDelivery(database, caller, { ...params, ...body }),
    'GET /allUser': async ({ query, reply }) => {
      const page = readPage(query, 'newest')
      const rows = await listUsers(read, page)
      linkNext(reply, rows, { query, limit: page.limit })
      return rows.map(presentUser)
    },
    'PUT /makeAdmin/{id}': async ({ caller, params }) => modified(await makeAdmin(database, caller, params.id)),
    'PUT /removeAdmin/{id}': async ({ caller, params }) => modified(await removeAdmin(database, caller, params.id)),
    'DELETE /userDelete/{id}': async ({ caller, params }) => {
      const done = await deleteUser(database, caller, params.id)
      return done instanceof Problem ? done : { acknowledged: true, deletedCount: 1 }
    },
    'GET /glance': () => glances.glance(),
    'GET /messages': ({ query, reply }) => newest(reply, query, (page) => listInbox(database, page)),
    'GET /outbox': ({ query, reply }) => newest(reply, query, (page) => listOutbox(database, page)),
    'PUT /outboxRetry/{id}': async ({ params }) => modified((await retryMail(database, params.id)) || new Problem('not-found')),
    'GET /audit': ({ query, reply }) => newest(reply, query, (page) => listAudit(database, page)),
  })
  openedByBrowsers(setup, { database, live })
}

function modified(done: true | Problem) {
  return done instanceof Problem ? done : { acknowledged: true, modifiedCount: 1 }
}

type NewestPage = { before: string | null; limit: number }

/** Tables that only come newest first go on before an id. */
async function newest<R extends { _id: string }>(
  reply: FastifyReply,
  query: { limit?: string; after?: string },
  list: (page: NewestPage) => Promise<R[]>,
): Promise<R[]> {
  const { place, limit } = readPage<'newest'>(query, 'newest')
  const rows = await list({ before: place?.[1] ?? null, limit })
  linkNext(reply, rows.map(({ _id }) => ({ id: _id, sorted_by: _id })), { query, limit })
  return rows
}

/** What a browser opens by itself, without our access token: exports and the live line, for admins by their session. */
function openedByBrowsers(setup: CallsSetup, { database, live }: Dashboard): void {
  setup.app.get(`/api${LIVE_PATH}`, async (request, reply) => {
    const caller = await setup.gate.adminBySession({ request, reply })
    if (!caller) return sendProblem(reply, new Problem('not-signed-in'))
    return live.watch(caller, { request, reply }) ? reply : sendProblem(reply, new Problem('busy'))
  })
  sheet<ProductsQuery>(EXPORT_PATHS.products, ProductsQuery, (query) => exportProducts(database, query))
  sheet<OrdersQuery>(EXPORT_PATHS.orders, OrdersQuery, (query) => exportOrders(database, query))

  function sheet<Q>(path: string, querystring: TSchema, make: (query: Q) => NodeJS.ReadableStream): void {
    setup.app.get(`/api${path}`, { schema: { querystring } }, async (request, reply) => {
      const caller = await setup.gate.adminBySession({ request, reply })
      if (!caller) return sendProblem(reply, new Problem('not-signed-in'))
      const name = path.slice(path.lastIndexOf('/') + 1)
      reply.headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' })
      // The schema above has just checked that this is the query of that table.
      return reply.send(make(request.query as Q))
    })
  }
}
