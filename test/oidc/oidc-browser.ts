import { senderFor } from '../calls.ts'
import type { Reply, Sender } from '../calls.ts'
import type { TestShop } from '../shop.ts'
import { logInAtIssuer } from './log-in.ts'

/** The response of the shop to the callback: its outcome, and the `Location` of the redirect. */
export type Returned = {
  status: number
  outcome: string | null
  location: string
  headers: Headers
}

type Headers = Reply['headers']

/** A browser without scripts that uses a shop and keeps the shop's cookies. */
export class OidcBrowser {
  readonly #cookies = new Map<string, string>()
  readonly #userAgent: string
  #shop: Pick<TestShop, 'app'>

  /** `cookie` contains the cookies that the browser has at first, and `userAgent` is its header `User-Agent`. */
  constructor(shop: Pick<TestShop, 'app'>, cookie = '', userAgent = 'a browser of the tests') {
    this.#shop = shop
    this.#userAgent = userAgent
    this.#keep(cookie.split('; '))
  }

  /** Sends API calls with the cookies of this browser. */
  get sender(): Sender {
    return senderFor(this.#shop.app, () => ({ cookie: this.cookie }))
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Sends all further requests to another instance of the shop. */
  moveTo(shop: Pick<TestShop, 'app'>): void {
    this.#shop = shop
  }

  /** Starts a login. Returns the URL of the issuer's login page. */
  async start(from = '/'): Promise<string> {
    const { headers, answer } = await this.sender.call('POST /auth/oidc/start', { body: { from } })
    this.#keep([headers['set-cookie'] ?? []].flat())
    return answer.url
  }

  /** Opens the URL of the callback. */
  async open(callback: string): Promise<Returned> {
    const { pathname, search } = new URL(callback)
    const headers = { 'cookie': this.cookie, 'user-agent': this.#userAgent }
    const reply = await this.#shop.app.inject({ url: pathname + search, headers })
    this.#keep([reply.headers['set-cookie'] ?? []].flat())
    const location = String(reply.headers.location ?? '')
    return {
      status: reply.statusCode,
      outcome: new URLSearchParams(location.split('?')[1]).get('outcome'),
      location,
      headers: reply.headers,
    }
  }

  /** Logs in at the issuer under this name, and returns to the shop. */
  async logIn(login: string): Promise<Returned> {
    return this.open(await logInAtIssuer(await this.start(), login))
  }

  /** Signs in with a password. */
  async signIn({ email, password }: { email: string; password: string }): Promise<void> {
    const { headers } = await this.sender.call('POST /auth/sign-in', { body: { email, password } })
    this.#keep([headers['set-cookie'] ?? []].flat())
  }

  /** Returns the person who is signed in, or null. */
  async person() {
    return (await this.sender.call('GET /auth/session', {})).answer.user
  }

  #keep(cookies: string[]): void {
    for (const cookie of cookies) {
      const [, name, value] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value)
    }
  }
}
