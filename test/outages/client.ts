/** A request to the shop. With a body, it is a POST of JSON. */
type Sent = { path: string; headers?: Record<string, string>; body?: object }

/** A person with an account and an access token. `address` is the IP address from which they come. */
export type Shopper = { email: string; token: string; address: string; coffee: Coffee }

/** What a request that adds a line to the cart says about the product. */
type Coffee = { productName: string; img: string; price: string; ratting: number; productId: string }

const PATIENCE_MS = 30_000

/**
 * Sends a request on behalf of a page of the shop. `status` is 0 if no response came, for example because the
 * connection was lost.
 */
export async function ask(
  url: string,
  { path, headers = {}, body }: Sent,
): Promise<{ status: number; text: string; cookie: string }> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { origin: url, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
    return { status: response.status, text: await response.text(), cookie: cookie.join('; ') }
  } catch {
    return { status: 0, text: '', cookie: '' }
  }
}

/** Signs up a new account, as the page for signing up does. Throws if the shop refuses. */
export async function signUp(url: string, index: number): Promise<Shopper> {
  const email = `load${index}@people.example`
  const address = `10.0.${index >> 8}.${index & 255}`
  const headers = { 'x-forwarded-for': address }
  const body = { name: 'Load', email, password: 'two sugars' }
  const signed = await ask(url, { path: '/api/auth/sign-up', headers, body })
  await ask(url, {
    path: '/api/users',
    headers: { ...headers, cookie: signed.cookie },
    body: { name: 'Load', email },
  })
  const path = `/api/jwt?email=${encodeURIComponent(email)}`
  const renewed = await ask(url, { path, headers: { ...headers, cookie: signed.cookie } })
  const token = /"accessToken":"([^"]+)"/.exec(renewed.text)?.[1]
  if (!token) throw new Error(`Signing up answered ${signed.status} ${signed.text}, then ${renewed.text}.`)
  return {
    email,
    token,
    address,
    coffee: await firstCoffee(url, { ...headers, authorization: `Bearer ${token}` }),
  }
}

async function firstCoffee(url: string, headers: Record<string, string>): Promise<Coffee> {
  const { text: brands } = await ask(url, { path: '/api/allCoffee', headers })
  // cast: the API contract gives the responses these types.
  const [brand] = JSON.parse(brands) as { _id: string }[]
  const { text } = await ask(url, { path: `/api/coffeeDetails/${brand?._id}`, headers })
  const { coffees } = JSON.parse(text) as {
    coffees: { _id: string; name: string; img: string; price: string; ratting: number }[]
  }
  const [coffee] = coffees
  if (!coffee) throw new Error('The demo shop has no coffee.')
  const { _id: productId, name: productName, img, price, ratting } = coffee
  return { productId, productName, img, price, ratting }
}
