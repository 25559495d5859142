/** How often a browser is redirected at most during a login at the issuer. */
const MAX_STEPS = 12

/**
 * Logs in at the test issuer as a browser does, with all redirects and forms, and consents. `url` is the URL from the
 * shop. Returns the URL of the callback at the shop, with the code.
 */
export async function logInAtIssuer(url: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  const { origin } = new URL(url)
  let next = url
  let body: URLSearchParams | null = null
  for (let step = 0; step < MAX_STEPS; step++) {
    const response: Response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    })
    const page = await response.text()
    keepCookies(response, cookies)
    const location = response.headers.get('location')
    if (location === null) {
      if (!page.includes('<form')) throw new Error(`The issuer has refused the login: ${page}`)
      body = new URLSearchParams(page.includes('name="login"') ? { login } : {})
    } else {
      body = null
      next = new URL(location, next).href
      if (new URL(next).origin !== origin) return next
    }
  }
  throw new Error('The issuer has not redirected to the shop.')
}

function keepCookies({ headers }: Response, cookies: Map<string, string>): void {
  for (const cookie of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    cookies.set(name, value)
  }
}
