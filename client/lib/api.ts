import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { ApiError } from './api-error.ts'
import { nextPlace } from './next-place.ts'
import { exchange, request } from './request.ts'

export { ApiError, errorText } from './api-error.ts'

/** Where the bearer token comes from, and how to get a fresh one; null when nobody is signed in. */
export type Credentials = { token(): string | null; renew(): Promise<string | null> }

let credentials: Credentials = { token: () => null, renew: async () => null }

/** Told once by the session; until then calls go out without a token. */
export function setCredentials(source: Credentials): void {
  credentials = source
}

type Options = { signal?: AbortSignal | undefined }

/**
 * Makes one call of the contract with the bearer token. A token that is no longer accepted is renewed once and
 * the call repeated. Throws `ApiError`.
 */
export function api<N extends CallName>(
  name: N,
  input?: Input<Calls[N]>,
  options: Options = {},
): Promise<Answer<Calls[N]>> {
  return withToken((token) => request(name, input, { ...options, token }))
}

/**
 * The same for a list that comes in pages: its rows, and the place `after` which the next page begins, null where
 * there is none.
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
 * Makes a call with the bearer token, and once more with a fresh one when the token is no longer accepted. For what
 * is no JSON call of the contract; everything else has `api`.
 */
export async function withToken<T>(call: (token: string | null) => Promise<T>): Promise<T> {
  try {
    return await call(credentials.token())
  } catch (error) {
    if (!needsNewToken(error)) throw error
    const token = await credentials.renew()
    if (!token) throw error
    return call(token)
  }
}

function needsNewToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code === 'not-signed-in'
}
