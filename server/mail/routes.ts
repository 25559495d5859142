import { Problem } from '#contract/errors.ts'
import { mailCalls } from '#contract/mail.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { servePage } from '#server/platform/tables/serve-page.ts'
import { showMail } from './show-mail.ts'
import type { MailSetup } from './show-mail.ts'
import { outbox, presentMail, retryMail } from './outbox-list.ts'

export function mailRoutes(setup: CallsSetup, { database, composer }: MailSetup): void {
  showMail(setup, { database, composer })
  serveCalls(setup, mailCalls, {
    'GET /outbox': async (request) => (await servePage(database, outbox, request)).map(presentMail),
    'PUT /outboxRetry/{id}': async ({ caller, params }) => {
      const isQueued = await retryMail(database, caller, params.id)
      return isQueued ? { acknowledged: true, modifiedCount: 1 } : new Problem('not-found')
    },
  })
}
