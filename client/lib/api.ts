import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { ApiError } from './api-error.ts'
import { request } from './request.ts'

export { ApiError, errorText, isRefusal } from './api-error.ts'

/** Reads the bearer token, and renews it. Both return null without a session. */
export type Credentials = { token(): string | null; renew(): Promise<string | null> }

let credentials: Credentials = { token: () => null, renew: async () => null }

/** The session sets this once. Until then calls have no token. */
export function setCredentials(source: Credentials): void {
  credentials = source
}

export type Options = { signal?: AbortSignal | undefined }

/**
 * Makes one call of the contract with the bearer token. If the server no longer accepts the token, the token is renewed
 * and the call is repeated once. Throws `ApiError`.
 */
export function api<N extends CallName>(
  name: N,
  input?: Input<Calls[N]>,
  options: Options = {},
): Promise<Answer<Calls[N]>> {
  return withToken((token) => request(name, input, { ...options, token }))
}

/** Makes a call with the bearer token, and repeats it once with a renewed token if the server refuses the first. */
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
