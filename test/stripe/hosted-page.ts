import type { Item } from './form-body.ts'
import type { Session } from './objects.ts'

/** What the customer did last on the page. */
type Said = 'nothing' | 'declined'

/** Returns the HTML of the page on which the customer pays, with buttons instead of the fields for a card. */
export function hostedPage(session: Session, items: Item[], said: Said = 'nothing'): string {
  const rows = items
    .map(
      ({ name, amount, quantity }) =>
        `<li>${escape(name)}${quantity > 1 ? ` × ${quantity}` : ''}: ${money(amount * quantity)}</li>`,
    )
    .join('')
  const message = said === 'declined' ? '<p role="alert">Your card was declined.</p>' : ''
  const buttons =
    session.status === 'open'
      ? `<form method="post">
          <button name="does" value="pay">Pay</button>
          <button name="does" value="decline">Decline</button>
        </form>
        <a href="${escape(session.cancel_url)}">Back</a>`
      : '<p>This page is no longer open.</p>'
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pay</title>
    <main><h1>Pay ${money(session.amount_total)}</h1><ul>${rows}</ul>${message}${buttons}</main></html>`
}

function money(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
