import { dashboardCalls } from '#contract/dashboard.ts'
import { Problem } from '#contract/errors.ts'
import { LIVE_PATH, OWN_LIVE_PATH } from '#contract/values/live.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { admitted } from '#server/platform/http/gate.ts'
import type { Payments } from '#server/payments/payments.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import { DashboardSummaries } from './dashboard-summary.ts'
import type { AdminEvents, ShopperEvents } from './live-events.ts'
import { answerFind } from './search/answer-find.ts'
import { countWaiting } from './waiting.ts'

type Dashboard = {
  database: ShopDatabase
  payments: Payments
  adminEvents: AdminEvents
  shopperEvents: ShopperEvents
  currency: () => Promise<string>
  isPaidLater: boolean
}

export function dashboardRoutes(setup: CallsSetup, dashboard: Dashboard): void {
  const summaries = new DashboardSummaries(dashboard)
  serveCalls(setup, dashboardCalls, {
    'GET /glance': () => summaries.current(),
    'GET /waiting': () => countWaiting(dashboard.payments),
    'GET /find': ({ caller, query }) => answerFind(dashboard.database, query.q, caller.role === 'Admin'),
  })
  serveEvents(setup, { path: LIVE_PATH, access: 'staffBySession', events: dashboard.adminEvents })
  serveEvents(setup, { path: OWN_LIVE_PATH, access: 'userBySession', events: dashboard.shopperEvents })
}

type EventRoute = {
  path: string
  access: 'staffBySession' | 'userBySession'
  events: AdminEvents | ShopperEvents
}

/** Serves server-sent events. There is no HEAD route, because the response to a HEAD request would never end. */
function serveEvents(setup: CallsSetup, { path, access, events }: EventRoute): void {
  const { app, gate } = setup
  const onRequest = admitted(setup, { access, limit: 'read' })
  app.get(`/api${path}`, { exposeHeadRoute: false, onRequest }, async ({ caller, id }, reply) => {
    reply.raw.setHeader('x-request-id', id)
    const isOpen = caller && events.watch(caller, reply, () => gate.isStillValid(caller))
    return isOpen ? reply : sendProblem(reply, new Problem('busy'))
  })
}
