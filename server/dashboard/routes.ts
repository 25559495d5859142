import { auditCalls } from '#contract/audit.ts'
import { dashboardCalls } from '#contract/dashboard.ts'
import { mailCalls } from '#contract/mail.ts'
import { messageCalls } from '#contract/messages.ts'
import { orderCalls } from '#contract/orders.ts'
import { userCalls } from '#contract/users.ts'
import { Problem } from '#contract/errors.ts'
import { listAudit } from '#server/audit/list-audit.ts'
import { deleteUser, makeAdmin, removeAdmin } from '#server/identity/change-role.ts'
import { listOutbox, retryMail } from '#server/mail/outbox-list.ts'
import { listInbox } from '#server/messages/inbox.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import type { Dashboard } from './dashboard.ts'
import { Glances } from './glance.ts'
import { newestRows, oneOrder, orderRows, productRows, userRows } from './list-rows.ts'
import { moveDeliveries, moveDelivery } from './move-delivery.ts'
import { openedByBrowsers } from './opened-by-browsers.ts'
import { countOrders, countProducts, countUsers } from './queries.ts'
import { readFilters } from './read-page.ts'

export function dashboardRoutes(setup: CallsSetup, dashboard: Dashboard): void {
  const { database } = dashboard
  const glances = new Glances(database)
  serveCalls(
    setup,
    { ...orderCalls, ...userCalls, ...dashboardCalls, ...messageCalls, ...mailCalls, ...auditCalls },
    {
      'GET /allProducts': (asked) => productRows(dashboard, asked),
      'GET /fullProducts': (asked) => orderRows(dashboard, asked),
      'GET /fullProduct/{id}': ({ params }) => oneOrder(dashboard, params.id),
      'PUT /delivery/{id}': ({ caller, params, body }) =>
        moveDelivery(database, caller, { ...params, ...body }),
      'PUT /deliveries': ({ caller, body }) => moveDeliveries(database, caller, body.moves),
      'GET /count/products': async ({ query }) => ({
        rows: await countProducts(database.longRead, readFilters(query)),
      }),
      'GET /count/orders': async ({ query }) => ({
        rows: await countOrders(database.longRead, readFilters(query)),
      }),
      'GET /count/users': async ({ query }) => ({
        rows: await countUsers(database.longRead, readFilters(query)),
      }),
      'GET /allUser': (asked) => userRows(dashboard, asked),
      'PUT /makeAdmin/{id}': async ({ caller, params }) =>
        modified(await makeAdmin(database, caller, params.id)),
      'PUT /removeAdmin/{id}': async ({ caller, params }) =>
        modified(await removeAdmin(database, caller, params.id)),
      'DELETE /userDelete/{id}': async ({ caller, params }) => {
        const done = await deleteUser(database, caller, params.id)
        return done instanceof Problem ? done : { acknowledged: true, deletedCount: 1 }
      },
      'GET /glance': () => glances.glance(),
      'GET /messages': (asked) => newestRows(asked, (page) => listInbox(database, page)),
      'GET /outbox': (asked) => newestRows(asked, (page) => listOutbox(database, page)),
      'PUT /outboxRetry/{id}': async ({ caller, params }) =>
        modified((await retryMail(database, caller, params.id)) || new Problem('not-found')),
      'GET /audit': (asked) => newestRows(asked, (page) => listAudit(database, page)),
    },
  )
  openedByBrowsers(setup, dashboard)
}

function modified(done: true | Problem) {
  return done instanceof Problem ? done : { acknowledged: true, modifiedCount: 1 }
}
