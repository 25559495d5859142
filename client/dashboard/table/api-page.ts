import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { exchange } from '#client/lib/api.ts'
import type { Options } from '#client/lib/api.ts'

/**
 * Sends an API call for one page of a list. Returns the rows of that page, and the cursors of the pages after and before
 * it, or null if there is no such page. Throws `ApiError`.
 */
export async function apiPage<N extends CallName>(
  name: N,
  input?: Input<Calls[N]>,
  options?: Options,
): Promise<{ rows: Answer<Calls[N]>; next: string | null; previous: string | null }> {
  const { body, headers } = await exchange(name, input, options)
  return { rows: body, ...cursorsIn(headers.get('link')) }
}

/**
 * Returns the cursors in the header `Link` of a response. The header has the URLs of the pages after and before with
 * `rel="next"` and `rel="prev"`. Their cursors are the parameters `after` and `before`.
 */
export function cursorsIn(header: string | null): { next: string | null; previous: string | null } {
  const links = [...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)]
  const cursorOf = (relation: string, parameter: string) => {
    const [, url = ''] = links.find((link) => link[2] === relation) ?? []
    return new URLSearchParams(url.split('?', 2)[1]).get(parameter)
  }
  return { next: cursorOf('next', 'after'), previous: cursorOf('prev', 'before') }
}
