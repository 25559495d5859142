import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { withToken } from './api.ts'
import type { Options } from './api.ts'
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

/**
 * Where the next page of a list begins, out of its `Link` header (RFC 8288): the `after` in the address whose
 * relation is `next`, or null when there is none.
 */
export function nextPlace(header: string | null): string | null {
  for (const [, address = '', parameters = ''] of (header ?? '').matchAll(LINK)) {
    if (!RELATION_NEXT.test(parameters)) continue
    return new URLSearchParams(address.split('?', 2)[1]).get('after')
  }
  return null
}

/** One link: its address between angle brackets, and its parameters, in which a quoted text may hold anything. */
const LINK = /<([^>]*)>((?:\s*;\s*[\w!#$&+\-.^`|~*]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g
const RELATION_NEXT = /;\s*rel\s*=\s*(?:next(?=[\s;]|$)|"(?:[^"]*\s)?next(?:\s[^"]*)?")/i
