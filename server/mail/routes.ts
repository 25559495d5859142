import { Problem } from '#contract/errors.ts'
import { mailCalls } from '#contract/mail.ts'
import type { NewestQuery } from '#contract/paging.ts'
import { MAIL_PATH } from '#contract/values/mails.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { serveCalls } from '#server/platform/http/calls.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import { admitted } from '#server/platform/http/gate.ts'
import { List } from '#server/platform/tables/list.ts'
import { servePage } from '#server/platform/tables/serve-page.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { Tables } from '#server/tables.ts'
import type { MailComposer } from './compose-mail.ts'
import { presentMail } from './outbox.ts'
import { queueAgain } from './queries.ts'

type MailSetup = { database: ShopDatabase; composer: Pick<MailComposer, 'preview'> }

/** The list of all mails, the newest first. It has no other order, and no filters. */
const outbox = new List<Tables, 'outbox', Tables['outbox'], NewestQuery>({
  rows: (db) => db.selectFrom('outbox').selectAll(),
  sorts: {},
  filters: [],
})

export function mailRoutes(setup: CallsSetup, { database, composer }: MailSetup): void {
  showMail(setup, { database, composer })
  serveCalls(setup, mailCalls, {
    'GET /outbox': async (request) => (await servePage(database, outbox, request)).map(presentMail),
    'PUT /outboxRetry/{id}': ({ caller, params }) =>
      database.write(async ({ tx, publish }) => {
        const mail = await queueAgain(tx, params.id)
        if (!mail) return new Problem('not-found')
        await writeAudit(tx, caller, { action: 'retried mail', subject: mail.subject })
        publish({ type: 'mail-changed' })
        return { acknowledged: true, modifiedCount: 1 }
      }),
  })
}

/**
 * The content security policy of a page that shows a mail. The mail may style its elements. It may not load anything
 * or run scripts, and may not be shown in a frame.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups"

/**
 * Adds the route that shows one mail to an admin as a page: as HTML if the mail has HTML, otherwise as plain text.
 */
function showMail(setup: CallsSetup, { database, composer }: MailSetup): void {
  const onRequest = admitted(setup, { access: 'adminBySession', limit: 'read' })
  const path = `/api${MAIL_PATH.replace('{id}', ':id')}`
  setup.app.get<{ Params: { id: string } }>(path, { onRequest }, async ({ params }, reply) => {
    const found = database.read.selectFrom('outbox').selectAll().where('id', '=', params.id)
    const mail = await found.executeTakeFirst()
    if (!mail) return sendProblem(reply, new Problem('not-found'))
    const content = await composer.preview(mail)
    const { html, text = 'The content of this mail has expired or no longer exists.\n' } = content ?? {}
    return reply
      .type(html === undefined ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8')
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store' })
      .send(html ?? text)
  })
}
