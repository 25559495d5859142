import type { CallName, Calls } from '#contract/api.ts'
import type { Answer, Input } from '#contract/call.ts'
import { responseError, networkError } from './api-error.ts'

/**
 * The access token to send with an API call, and a signal that aborts the API call. With `keepalive`, the browser sends
 * the whole request even if the page is closed or reloaded.
 */
export type RequestOptions = {
  token?: string | null
  signal?: AbortSignal | undefined
  keepalive?: boolean | undefined
}

type Parts = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown }

/** The parsed JSON body of a response, and its headers. */
export type Exchange<N extends CallName> = { body: Answer<Calls[N]>; headers: Headers }

/**
 * Sends an API call and returns the parsed JSON body of the response. Throws `ApiError`, or the `AbortError` of the
 * browser if `signal` aborts the API call.
 */
export async function request<N extends CallName>(
  name: N,
  input?: Input<Calls[N]>,
  options: RequestOptions = {},
): Promise<Answer<Calls[N]>> {
  return (await exchange(name, input, options)).body
}

/**
 * Sends an API call and returns the parsed JSON body and the headers of the response. Throws the same errors as
 * `request`.
 */
export async function exchange<N extends CallName>(
  name: N,
  input?: Input<Calls[N]>,
  options: RequestOptions = {},
): Promise<Exchange<N>> {
  const parts: Parts = input ?? {}
  const response = await send(callAddress(name, parts), callInit(name, parts, options))
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw responseError(response.status, body)
  // The cast is safe: the server's handler of the call must return this type, and the tests check its responses.
  return { body: body as Answer<Calls[N]>, headers: response.headers }
}

/**
 * Returns the URL of an API call. For `GET /myCarts` with a query it is `/api/myCarts?email=…`. A placeholder such as
 * `{id}` in the path is replaced by the value in `params`.
 */
export function callAddress(name: CallName, { params = {}, query = {} }: Parts): string {
  const template = name.slice(name.indexOf('/'))
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
  const search = new URLSearchParams(query).toString()
  return `/api${path}${search && `?${search}`}`
}

function callInit(
  name: CallName,
  { body }: Parts,
  { token, signal, keepalive }: RequestOptions,
): RequestInit {
  const headers = new Headers({ accept: 'application/json' })
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body !== undefined) headers.set('content-type', 'application/json')
  return {
    method: name.slice(0, name.indexOf(' ')),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
  }
}

async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw networkError(cause)
  }
}
