import { partsOf, textOf } from './form-body.ts'
import type { Parameter } from './form-body.ts'

type Listed = { id: string; created: number }

/**
 * Returns a page of a list (https://docs.stripe.com/api/pagination), newest first. `all` is in the order of creation.
 * The parameters `created`, `limit` and `starting_after` are those of Stripe.
 */
export function pageOf(
  all: Listed[],
  params: { [name: string]: Parameter },
  url: string,
): { object: 'list'; url: string; has_more: boolean; data: Listed[] } {
  const created = partsOf(params['created'])
  const from = Number(textOf(created['gte']) || 0)
  const to = Number(textOf(created['lt']) || Infinity)
  const found = all.filter((one) => one.created >= from && one.created < to).toReversed()
  const after = textOf(params['starting_after'])
  const start = after ? found.findIndex(({ id }) => id === after) + 1 : 0
  const end = start + Number(textOf(params['limit']) || 10)
  return { object: 'list', url, has_more: end < found.length, data: found.slice(start, end) }
}
