import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Session } from './objects.ts'
import type { Item } from './form-body.ts'
import type { Account } from './account.ts'

type PageRequest = { url: URL; body: string; request: IncomingMessage; response: ServerResponse }

/** Handles a request of the customer's browser to the page for paying. */
export async function servePage(
  { account }: { account: Account },
  { url, body, request, response }: PageRequest,
): Promise<void> {
  const id = url.pathname.slice('/pay/'.length)
  const session = account.sessions.get(id)
  if (!session) return void response.writeHead(404).end()
  const does = request.method === 'POST' ? new URLSearchParams(body).get('does') : null
  if (does === 'pay' && session.status === 'open') {
    account.pay(id)
    return void response.writeHead(303, { location: session.success_url }).end()
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(hostedPage(session, account.items.get(id) ?? [], does === 'decline'))
}

/** Returns the HTML of the page on which the customer pays, with buttons instead of the fields for a card. */
function hostedPage(session: Session, items: Item[], isDeclined: boolean): string {
  const rows = items
    .map(
      ({ name, amount, quantity }) =>
        `<li>${escape(name)}${quantity > 1 ? ` × ${quantity}` : ''}: ${money(amount * quantity)}</li>`,
    )
    .join('')
  const verb = session.mode === 'setup' ? 'Save card' : 'Pay'
  const message = isDeclined ? '<p role="alert">Your card was declined.</p>' : ''
  const buttons =
    session.status === 'open'
      ? `<form method="post">
          <button name="does" value="pay">${verb}</button>
          <button name="does" value="decline">Decline</button>
        </form>
        <a href="${escape(session.cancel_url)}">Back</a>`
      : '<p>This page is no longer open.</p>'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pay</title>
    <main><h1>${verb} ${session.mode === 'setup' ? '' : money(session.amount_total)}</h1><ul>${rows}</ul>${message}${buttons}</main></html>`
}

function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

function escape(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
