import { Readable } from 'node:stream'
import type { TSchema } from 'typebox'
import { EXPORT_PATHS } from '#contract/values/exports.ts'
import { LIVE_PATH } from '#contract/values/live.ts'
import { Problem } from '#contract/errors.ts'
import { OrdersQuery, ProductsQuery } from '#contract/paging.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { admitted } from '#server/platform/http/gate.ts'
import { exportOrders, exportProducts } from './export.ts'
import type { Dashboard } from './dashboard.ts'

/** What a browser opens by itself, without our access token: exports and the live line, for admins by their session. */
export function openedByBrowsers(setup: CallsSetup, { database, live }: Dashboard): void {
  // Asked for its head alone, a line that never ends would keep the asker waiting.
  setup.app.get(
    `/api${LIVE_PATH}`,
    { exposeHeadRoute: false, onRequest: admitted(setup, { access: 'adminBySession', limit: 'read' }) },
    async ({ admin }, reply) => {
      return admin && live.watch(admin, reply, () => setup.gate.isStillAdmin(admin))
        ? reply
        : sendProblem(reply, new Problem('busy'))
    },
  )
  sheet<ProductsQuery>(EXPORT_PATHS.products, ProductsQuery, (query) => exportProducts(database, query))
  sheet<OrdersQuery>(EXPORT_PATHS.orders, OrdersQuery, (query) => exportOrders(database, query))

  function sheet<Q>(path: string, querystring: TSchema, make: (query: Q) => Readable): void {
    const onRequest = admitted(setup, { access: 'adminBySession', limit: 'export' })
    setup.app.get(`/api${path}`, { schema: { querystring }, onRequest }, async (request, reply) => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      })
      // The schema above has just checked that this is the query of that table.
      const rows = make(request.query as Q)
      return reply.send(
        Readable.from(
          whileAdmin(rows, async () => request.admin !== null && setup.gate.isStillAdmin(request.admin)),
        ),
      )
    })
  }
}

/** A sheet takes as long as its reader likes: nothing more of it goes to somebody who is no administrator any more. */
async function* whileAdmin(rows: Readable, isStillAdmin: () => Promise<boolean>): AsyncGenerator<string> {
  for await (const some of rows) {
    if (!(await isStillAdmin())) throw new Error('This export was for an administrator who is none any more.')
    yield String(some)
  }
}
