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
