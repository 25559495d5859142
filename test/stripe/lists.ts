import { Refused } from './objects.ts'
import type { Account, Charge } from './account.ts'
import { partsOf, textOf } from './form-body.ts'
import type { Parameter, Params } from './form-body.ts'

/**
 * Returns a list of the API. Those of sessions and balance transactions are always empty: the shop reads them only to
 * try its key.
 */
export function list(account: Account, params: Params, route: string): object {
  const url = `/v1/${route.split(' ')[1]}`
  const expanded = Object.values(partsOf(params['expand']))
  const expands = expanded.includes('data.balance_transaction')
  if (
    account.forbidden.has(url.slice('/v1/'.length)) ||
    (expands && account.forbidden.has('balance_transactions'))
  )
    throw new Refused(403, 'The provided key does not have the required permissions for this endpoint.')
  const intent = textOf(params['payment_intent'])
  const customer = textOf(params['customer'])
  const lists: Record<string, () => { id: string; created: number }[]> = {
    'GET checkout/sessions': () => [],
    'GET balance_transactions': () => [],
    'GET webhook_endpoints': () => account.endpoints,
    'GET payment_intents': () => account.cards.intentsOf(customer),
    'GET customers/ID/payment_methods': () => account.cards.methodsOf(textOf(params['id'])),
    'GET charges': () => account.charges().map((charge) => expandCharge(account, charge, expanded)),
    'GET refunds': () => (intent ? account.refundsOf(intent) : [...account.refunds.values()]),
    'GET disputes': () => [...account.disputes.values()],
    'GET radar/early_fraud_warnings': () => [...account.warnings.values()],
  }
  const read = lists[route]
  if (!read) throw new Refused(404, `Unrecognized request URL (${route}).`, 'unknown_url')
  return pageOf(read(), params, url)
}

type Entry = { id: string; created: number }

/**
 * Returns a page of a list (https://docs.stripe.com/api/pagination), newest first. `all` is in the order of creation.
 * The parameters `created`, `limit` and `starting_after` are those of Stripe.
 */
function pageOf(
  all: Entry[],
  params: Params,
  url: string,
): { object: 'list'; url: string; has_more: boolean; data: Entry[] } {
  const created = partsOf(params['created'])
  const from = Number(textOf(created['gte']) || 0)
  const to = Number(textOf(created['lt']) || Infinity)
  const found = all.filter((one) => one.created >= from && one.created < to).toReversed()
  const after = textOf(params['starting_after'])
  const start = after ? found.findIndex(({ id }) => id === after) + 1 : 0
  const end = start + Number(textOf(params['limit']) || 10)
  return { object: 'list', url, has_more: end < found.length, data: found.slice(start, end) }
}

/** Returns a charge with those of its objects that the request expands, and with the ids of the others. */
function expandCharge(account: Account, charge: Charge, expanded: Parameter[]) {
  const { payment_intent, balance_transaction } = charge
  return {
    ...charge,
    payment_intent: expanded.includes('data.payment_intent')
      ? account.intent(payment_intent)
      : payment_intent,
    balance_transaction: expanded.includes('data.balance_transaction')
      ? balance_transaction
      : (balance_transaction?.id ?? null),
  }
}
