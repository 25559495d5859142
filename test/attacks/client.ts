import type { AttackedShop } from './attack.ts'

/**
 * What a request of an attack contains. `from` is the IP address of the client, sent in a header as a proxy would
 * send it.
 */
export type Sent = { body?: object; from?: string; cookie?: string; token?: string }

/** A response: its status, its parsed JSON body, and its cookies as the `Cookie` header for the next request. */
export type Received = { status: number; json: unknown; cookie: string }

/** Signs in and requests an access token. Returns the session cookie and the token. Throws if the shop refuses. */
export async function signIn(
  shop: Pick<AttackedShop, 'url'>,
  { email, password }: { email: string; password: string },
): Promise<{ cookie: string; token: string }> {
  const { status, cookie } = await ask(shop, 'POST /auth/sign-in', { body: { email, password } })
  if (status !== 200) throw new Error(`Signing in answered ${status}.`)
  const renewed = await ask(shop, `GET /jwt?email=${encodeURIComponent(email)}`, { cookie })
  if (renewed.status !== 200) throw new Error(`Asking for a token answered ${renewed.status}.`)
  return { cookie, token: tokenIn(renewed.json) }
}

/** Returns the access token in the response body of `GET /jwt`, or an empty text if there is none. */
export function tokenIn(json: unknown): string {
  return typeof json === 'object' && json !== null && 'accessToken' in json ? String(json.accessToken) : ''
}

/** Sends an API request as a page of the shop would send it. `status` is 0 if there was no valid response. */
export async function ask(
  shop: Pick<AttackedShop, 'url'>,
  call: `${'GET' | 'POST' | 'PUT'} /${string}`,
  { body, from, cookie, token }: Sent = {},
): Promise<Received> {
  const [method, path] = call.split(' ')
  const headers = {
    origin: shop.url,
    ...(body && { 'content-type': 'application/json' }),
    ...(from && { 'x-forwarded-for': from }),
    ...(cookie && { cookie }),
    ...(token && { authorization: `Bearer ${token}` }),
  }
  try {
    const response = await fetch(`${shop.url}/api${path}`, {
      method: String(method),
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0])
    return { status: response.status, json: JSON.parse(text) as unknown, cookie: set.join('; ') }
  } catch {
    return { status: 0, json: null, cookie: '' }
  }
}
