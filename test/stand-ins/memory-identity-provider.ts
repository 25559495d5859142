import { randomUUID } from 'node:crypto'
import { Problem } from '#contract/errors.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import { now } from '#server/platform/clock.ts'
import { RESET_TOKEN_MS } from '#server/identity/provider/identity-provider.ts'
import type {
  Http,
  IdentityProvider,
  NewAccount,
  PasswordChange,
} from '#server/identity/provider/identity-provider.ts'

type Account = NewAccount & { subject: string }

/** An identity provider for tests, which keeps accounts and sessions in memory. It does not hash passwords. */
export class MemoryIdentityProvider implements IdentityProvider {
  /** All accounts by e-mail address. */
  readonly #accounts = new Map<string, Account>()
  /** Requests to reset a password, by the token in the reset link. */
  readonly #resets = new Map<string, { account: Account; expiresAt: number }>()
  /** The accounts that are signed in, by session id. The session cookie contains the session id. */
  readonly #sessions = new Map<string, Account>()

  async signIn(http: Http, { email, password }: { email: string; password: string }) {
    const account = this.#accounts.get(email)
    return account?.password === password ? this.#open(http, account) : new Problem('wrong-password')
  }

  async signUp(http: Http, account: NewAccount) {
    if (this.#accounts.has(account.email)) return new Problem('email-already-in-use')
    return this.#open(http, this.#add(account))
  }

  async createAccount(account: NewAccount): Promise<string> {
    return this.#add(account).subject
  }

  async createResetToken(email: string) {
    const account = this.#accounts.get(email)
    if (!account) return null
    const token = randomUUID()
    const expiresAt = now() + RESET_TOKEN_MS
    this.#resets.set(token, { account, expiresAt })
    return { token, name: account.name, expiresAt }
  }

  async resetPassword(token: string, password: string): Promise<string | Problem> {
    const reset = this.#resets.get(token)
    this.#resets.delete(token)
    if (!reset || reset.expiresAt <= now()) return new Problem('reset-link-used')
    reset.account.password = password
    for (const [id, account] of this.#sessions) if (account === reset.account) this.#sessions.delete(id)
    return reset.account.subject
  }

  async changePassword({ request }: Http, { current, password }: PasswordChange): Promise<true | Problem> {
    const own = cookieOf(request)
    const account = this.#sessions.get(own)
    if (!account) return new Problem('not-signed-in')
    if (account.password !== current) return new Problem('wrong-current-password')
    account.password = password
    for (const [id, other] of this.#sessions) if (other === account && id !== own) this.#sessions.delete(id)
    return true
  }

  async rename({ request }: Http, name: string): Promise<true | Problem> {
    const account = this.#sessions.get(cookieOf(request))
    if (!account) return new Problem('not-signed-in')
    account.name = name
    return true
  }

  async signOut({ request, reply }: Http): Promise<void> {
    this.#sessions.delete(cookieOf(request))
    setCookie(reply, '; Max-Age=0')
  }

  async session({ request }: Http): Promise<SessionPerson | null> {
    const sessionId = cookieOf(request)
    const account = this.#sessions.get(sessionId)
    return account ? { subject: account.subject, sessionId, email: account.email, name: account.name } : null
  }

  async isLiveSession(sessionId: string): Promise<boolean> {
    return this.#sessions.has(sessionId)
  }

  /** Changes the e-mail address of an account without the shop, as an external identity provider may do at any time. */
  changeEmail(from: string, to: string): void {
    const account = this.#accounts.get(from)
    if (!account) throw new Error(`There is no account with ${from}.`)
    this.#accounts.delete(from)
    this.#accounts.set(to, account)
    account.email = to
  }

  #add(account: NewAccount): Account {
    const added = { ...account, subject: randomUUID() }
    this.#accounts.set(account.email, added)
    return added
  }

  #open({ reply }: Http, account: Account) {
    const sessionId = randomUUID()
    this.#sessions.set(sessionId, account)
    setCookie(reply, sessionId)
    return { email: account.email, name: account.name }
  }
}

function cookieOf({ headers }: Http['request']): string {
  return /crema\.session_token=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? ''
}

function setCookie(reply: Http['reply'], value: string): void {
  reply.header('set-cookie', `crema.session_token=${value}; Path=/; HttpOnly; SameSite=Lax`)
}
