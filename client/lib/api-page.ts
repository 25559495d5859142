import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { withToken } from './api.ts'
import type { Options } from './api.ts'
import { nextPlace } from './next-place.ts'
import { exchange } from './request.ts'

/**
 * Makes one call of the contract, like `api`, for a list that comes in pages: answers its rows, and the place `after`
 * which the next page begins, null where there is none. Throws `ApiError`.
 */
export async function apiPage<N extends CallName>(
  name: N,
  input?: Input<Calls[N]>,
  options: Options = {},
): Promise<{ rows: Answer<Calls[N]>; next: string | null }> {
  const { body, headers } = await withToken((token) => exchange(name, input, { ...options, token }))
  return { rows: body, next: nextPlace(headers.get('link')) }
}
