import { dashboardCalls } from '#contract/dashboard.ts'
import { Problem } from '#contract/errors.ts'
import { LIVE_PATH } from '#contract/values/live.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { admitted } from '#server/platform/http/gate.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { Glances } from './glance.ts'
import type { Live } from './live.ts'

type Dashboard = { database: ShopDatabase; live: Live; isPaidLater: boolean }

export function dashboardRoutes(setup: CallsSetup, { database, live, isPaidLater }: Dashboard): void {
  const glances = new Glances({ database, isPaidLater })
  serveCalls(setup, dashboardCalls, { 'GET /glance': () => glances.glance() })
  // The route for server-sent events has no HEAD route, because the response to a HEAD request would never end.
  const onRequest = admitted(setup, { access: 'adminBySession', limit: 'read' })
  setup.app.get(`/api${LIVE_PATH}`, { exposeHeadRoute: false, onRequest }, async ({ admin, id }, reply) => {
    reply.raw.setHeader('x-request-id', id)
    const isWatching = admin && live.watch(admin, reply, () => setup.gate.isStillAdmin(admin))
    return isWatching ? reply : sendProblem(reply, new Problem('busy'))
  })
}
