import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, AnswerOnPage, Input } from '#contract/call.ts'
import { ApiError, networkError, responseError } from './api-error.ts'

export { ApiError, errorText, isRefusal } from './api-error.ts'

/**
 * `token` returns the access token to send with API calls, or null if no user is signed in. `renew` fetches a new
 * access token, or returns null if that is not possible.
 */
export type Credentials = { token(): Promise<string | null>; renew(): Promise<string | null> }

let credentials: Credentials = { token: async () => null, renew: async () => null }

/**
 * Sets the functions that return the access token. The session's code calls this once at the start. API calls before
 * that are sent without a token.
 */
export function setCredentials(source: Credentials): void {
  credentials = source
}

export type Options = { signal?: AbortSignal }

type Sent = Options & { authorization?: string | null }

/**
 * Sends an API call with the access token, and returns the parsed JSON body of the response. If the server rejects the
 * token, renews the token and sends the API call once more. Throws `ApiError`, or the `AbortError` of the browser if
 * `signal` aborts the API call.
 */
export async function api<N extends CallName>(
  name: N,
  input?: Input<Calls[N]>,
  options?: Options,
): Promise<AnswerOnPage<Calls[N]>> {
  return (await exchange(name, input, options)).body
}

/** Sends an API call as `api` does, and returns the parsed JSON body and the headers of the response. */
export function exchange<N extends CallName>(name: N, input?: Input<Calls[N]>, options?: Options) {
  return withToken((token) => send(name, input, { ...options, authorization: token && `Bearer ${token}` }))
}

/** Runs `call` with the access token. If the server rejects the token, renews the token and runs `call` once more. */
export async function withToken<T>(call: (token: string | null) => Promise<T>): Promise<T> {
  try {
    return await call(await credentials.token())
  } catch (error) {
    if (!needsNewToken(error)) throw error
    const token = await credentials.renew()
    if (!token) throw error
    return call(token)
  }
}

/** Sends an API call without the access token, or with another `authorization`. Throws the same errors as `api`. */
export async function request<N extends CallName>(
  name: N,
  input?: Input<Calls[N]>,
  options?: Sent,
): Promise<Answer<Calls[N]>> {
  return (await send(name, input, options)).body
}

function needsNewToken(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code === 'not-signed-in'
}

type Parts = {
  params?: Record<string, string>
  /** A list is sent as several parameters with the same name. */
  query?: Record<string, string | readonly string[]>
  body?: unknown
}

async function send<N extends CallName>(
  name: N,
  parts: Parts = {},
  { authorization, ...options }: Sent = {},
): Promise<{ body: Answer<Calls[N]>; headers: Headers }> {
  const { body: sent } = parts
  const headers = new Headers({ accept: 'application/json' })
  if (authorization) headers.set('authorization', authorization)
  if (sent !== undefined) headers.set('content-type', 'application/json')
  const response = await fetch(callAddress(name, parts), {
    ...options,
    method: name.slice(0, name.indexOf(' ')),
    headers,
    ...(sent !== undefined && { body: JSON.stringify(sent) }),
  }).catch(throwLost)
  // A proxy may send an error without JSON. Otherwise, the connection was lost before the end of the response.
  const body: unknown = await response.json().catch(response.ok ? throwLost : () => null)
  if (!response.ok) throw responseError(response.status, body)
  // The cast is safe: the server's handler of the call must return this type, and the tests check its responses.
  return { body: body as Answer<Calls[N]>, headers: response.headers }
}

function throwLost(cause: unknown): never {
  throw cause instanceof DOMException && cause.name === 'AbortError' ? cause : networkError(cause)
}

/**
 * Returns the URL of an API call. For `GET /myCarts` with a query it is `/api/myCarts?email=…`. A placeholder such as
 * `{id}` in the path is replaced by the value in `params`.
 */
export function callAddress(name: CallName, { params = {}, query = {} }: Parts): string {
  const template = name.slice(name.indexOf('/'))
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const pairs = Object.entries(query).flatMap(([key, value]) => [value].flat().map((each) => [key, each]))
  const search = new URLSearchParams(pairs).toString()
  return `/api${path}${search && `?${search}`}`
}
