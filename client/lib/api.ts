import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { ApiError } from './api-error.ts'
import { request } from './request.ts'

export { ApiError, errorText, isRefusal } from './api-error.ts'

/**
 * `token` returns the access token to send with API calls, or null if no user is signed in. `renew` fetches a new
 * access token, or returns null if that is not possible.
 */
export type Credentials = { token(): string | null; renew(): Promise<string | null> }

let credentials: Credentials = { token: () => null, renew: async () => null }

/**
 * Sets the functions that return the access token. The session's code calls this once at the start. API calls before
 * that are sent without a token.
 */
export function setCredentials(source: Credentials): void {
  credentials = source
}

export type Options = { signal?: AbortSignal | undefined; keepalive?: boolean }

/**
 * Sends an API call with the access token. If the server rejects the token, renews the token and sends the API call
 * once more. Throws `ApiError`.
 */
export function api<N extends CallName>(
  name: N,
  input?: Input<Calls[N]>,
  options: Options = {},
): Promise<Answer<Calls[N]>> {
  return withToken((token) => request(name, input, { ...options, token }))
}

/** Runs `call` with the access token. If the server rejects the token, renews the token and runs `call` once more. */
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
