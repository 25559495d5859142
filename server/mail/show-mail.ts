import { Problem } from '#contract/errors.ts'
import { MAIL_PATH } from '#contract/values/mails.ts'
import type { CallsSetup } from '#server/platform/http/calls.ts'
import { admitted } from '#server/platform/http/gate.ts'
import { sendProblem } from '#server/platform/http/errors.ts'
import type { ShopDatabase } from '#server/shop-database.ts'
import type { MailComposer, MailContent } from './compose-mail.ts'
import { findMail } from './queries.ts'

/**
 * The content security policy of a page that shows a mail. The mail may style its elements. It may not load anything
 * or run scripts, and may not be shown in a frame.
 */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox allow-popups"

export type MailSetup = { database: ShopDatabase; composer: Pick<MailComposer, 'preview'> }

/**
 * Adds the route that shows one mail to an admin as a page: as HTML if the mail has HTML, otherwise as plain text.
 */
export function showMail(setup: CallsSetup, { database, composer }: MailSetup): void {
  const onRequest = admitted(setup, { access: 'adminBySession', limit: 'read' })
  const path = `/api${MAIL_PATH.replace('{id}', ':id')}`
  setup.app.get<{ Params: { id: string } }>(path, { onRequest }, async ({ params }, reply) => {
    const mail = await findMail(database.read, params.id)
    if (!mail) return sendProblem(reply, new Problem('not-found'))
    const { type, body } = bodyOf(await composer.preview(mail))
    const headers = { 'content-type': type, 'content-security-policy': POLICY, 'cache-control': 'no-store' }
    return reply.headers(headers).send(body)
  })
}

function bodyOf(content: MailContent | null): { type: string; body: string } {
  if (content?.html !== undefined) return { type: 'text/html; charset=utf-8', body: content.html }
  const body = content?.text ?? 'The content of this mail has expired or no longer exists.\n'
  return { type: 'text/plain; charset=utf-8', body }
}
