import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { withToken } from './api.ts'
import type { Options } from './api.ts'
import { exchange } from './request.ts'

/**
 * Makes one call of the contract, like `api`, for a list with pages. Returns the rows of the page, and the cursor of the
 * next page or null. Throws `ApiError`.
 */
export async function apiPage<N extends CallName>(
  name: N,
  input?: Input<Calls[N]>,
  options: Options = {},
): Promise<{ rows: Answer<Calls[N]>; next: string | null }> {
  const { body, headers } = await withToken((token) => exchange(name, input, { ...options, token }))
  return { rows: body, next: nextCursor(headers.get('link')) }
}

/**
 * Returns the cursor of the next page from a `Link` header (RFC 8288): the parameter `after` of the link with the relation
 * `next`, or null.
 */
export function nextCursor(header: string | null): string | null {
  for (const [, address = '', parameters = ''] of (header ?? '').matchAll(LINK)) {
    if (!RELATION_NEXT.test(parameters)) continue
    return new URLSearchParams(address.split('?', 2)[1]).get('after')
  }
  return null
}

/** One link: its address in angle brackets, and its parameters. A quoted value may contain any character. */
const LINK = /<([^>]*)>((?:\s*;\s*[\w!#$&+\-.^`|~*]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g
const RELATION_NEXT = /;\s*rel\s*=\s*(?:next(?=[\s;]|$)|"(?:[^"]*\s)?next(?:\s[^"]*)?")/i
