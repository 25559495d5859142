import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { withToken } from './api.ts'
import type { Options } from './api.ts'
import { exchange } from './request.ts'

/**
 * Sends an API call for one page of a list. Returns the rows of that page, and in `next` the cursor of the next page,
 * or null if there is no next page. Throws `ApiError`.
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
 * Returns the cursor of the next page, or null if there is no next page. The `Link` header (RFC 8288) contains the
 * URL of the next page with `rel="next"`. The cursor is the parameter `after` of that URL.
 */
export function nextCursor(header: string | null): string | null {
  for (const [, address = '', parameters = ''] of (header ?? '').matchAll(LINK)) {
    if (!RELATION_NEXT.test(parameters)) continue
    return new URLSearchParams(address.split('?', 2)[1]).get('after')
  }
  return null
}

/**
 * Matches one link of a `Link` header: its URL in angle brackets, and its parameters. A parameter value in quotes may
 * contain any character but a quote.
 */
const LINK = /<([^>]*)>((?:\s*;\s*[\w!#$&+\-.^`|~*]+(?:\s*=\s*(?:"[^"]*"|[^\s",;]+))?)*)/g
const RELATION_NEXT = /;\s*rel\s*=\s*(?:next(?=[\s;]|$)|"(?:[^"]*\s)?next(?:\s[^"]*)?")/i
