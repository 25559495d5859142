import { randomUUID } from 'node:crypto'
import { Problem } from '#contract/errors.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'
import { now } from '#server/platform/clock.ts'
import { FRESH_SESSION_MS, RESET_TOKEN_MS } from '#server/identity/provider/identity-provider.ts'
import { browserName } from '#server/identity/provider/browser-name.ts'
import type {
  AccountState,
  ConfirmedAccount,
  Http,
  IdentityProvider,
  NewAccount,
  OwnSession,
  PasswordChange,
} from '#server/identity/provider/identity-provider.ts'

type Account = {
  name: string
  email: string
  subject: string
  password: string | null
  emailVerified: boolean
}
type Session = { account: Account; browser: string; createdAt: number }

/** An identity provider for tests, which keeps accounts and sessions in memory. It does not hash passwords. */
export class MemoryIdentityProvider implements IdentityProvider {
  /** All accounts by email address. */
  readonly #accounts = new Map<string, Account>()
  /** Requests to reset a password, by the token in the reset link. */
  readonly #resets = new Map<string, { account: Account; expiresAt: number }>()
  /** All sessions by id. The session cookie contains the session id. */
  readonly #sessions = new Map<string, Session>()

  async signIn(http: Http, { email, password }: { email: string; password: string }) {
    const account = this.#accounts.get(email)
    return account?.password === password ? this.#open(http, account) : new Problem('wrong-password')
  }

  async signUp(http: Http, account: NewAccount) {
    if (this.#accounts.has(account.email)) return new Problem('email-already-in-use')
    return this.#open(http, this.#add(account))
  }

  readonly confirmedSignUps = {
    hasAccount: async (email: string) => this.#accounts.has(email),
    signUp: async (http: Http, { hash, ...account }: ConfirmedAccount) => {
      if (this.#accounts.has(account.email)) return new Problem('email-already-in-use')
      // The mock in `test/cheap-passwords.ts` makes such a hash of the password.
      const password = Buffer.from(hash.replace('cheap:', ''), 'hex').toString()
      const added = this.#add({ ...account, password })
      added.emailVerified = true
      return this.#open(http, added)
    },
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
    if (!reset || reset.expiresAt <= now()) return new Problem('reset-link-used')
    const { account } = reset
    account.password = password
    account.emailVerified = true
    this.#deleteTokens(account)
    this.#endSessions(account)
    return account.subject
  }

  async changePassword({ request }: Http, { current, password }: PasswordChange): Promise<true | Problem> {
    const own = cookieOf(request)
    const account = this.#sessions.get(own)?.account
    if (!account) return new Problem('not-signed-in')
    if (account.password !== current) return new Problem('wrong-current-password')
    account.password = password
    this.#deleteTokens(account)
    this.#endSessions(account, own)
    return true
  }

  async rename({ request }: Http, name: string): Promise<true | Problem> {
    const account = this.#sessions.get(cookieOf(request))?.account
    if (!account) return new Problem('not-signed-in')
    account.name = name
    return true
  }

  async account(subject: string): Promise<AccountState | null> {
    const account = this.#find(subject)
    return account ? { hasPassword: account.password !== null, emailVerified: account.emailVerified } : null
  }

  async confirm({ request }: Http, password: string | null): Promise<true | Problem> {
    const session = this.#sessions.get(cookieOf(request))
    if (!session) return new Problem('not-signed-in')
    if (session.account.password !== null)
      return session.account.password === password || new Problem('wrong-current-password')
    return session.createdAt > now() - FRESH_SESSION_MS || new Problem('sign-in-again')
  }

  async sessions({ request }: Http): Promise<OwnSession[] | Problem> {
    const own = cookieOf(request)
    const account = this.#sessions.get(own)?.account
    if (!account) return new Problem('not-signed-in')
    return [...this.#sessions]
      .filter(([, session]) => session.account === account)
      .map(([id, { browser, createdAt }]) => ({ id, browser, createdAt, isThis: id === own }))
      .toReversed()
  }

  async endSession({ request }: Http, id: string): Promise<true | Problem> {
    const account = this.#sessions.get(cookieOf(request))?.account
    if (!account) return new Problem('not-signed-in')
    if (this.#sessions.get(id)?.account !== account) return new Problem('not-found')
    return this.#sessions.delete(id) || new Problem('not-found')
  }

  async endOtherSessions({ request }: Http): Promise<true | Problem> {
    const own = cookieOf(request)
    const account = this.#sessions.get(own)?.account
    if (!account) return new Problem('not-signed-in')
    this.#deleteTokens(account)
    this.#endSessions(account, own)
    return true
  }

  async changeEmail(subject: string, email: string): Promise<true | Problem> {
    const account = this.#find(subject)
    if (!account) return new Problem('not-found')
    if ((this.#accounts.get(email) ?? account) !== account) return new Problem('email-already-in-use')
    this.moveEmail(account.email, email)
    account.emailVerified = true
    this.#deleteTokens(account)
    return true
  }

  async deleteAccount(subject: string): Promise<void> {
    const account = this.#find(subject)
    if (!account) return
    this.#accounts.delete(account.email)
    this.#deleteTokens(account)
    this.#endSessions(account)
  }

  async signOut({ request, reply }: Http): Promise<void> {
    this.#sessions.delete(cookieOf(request))
    setCookie(reply, '; Max-Age=0')
  }

  async session({ request }: Http): Promise<SessionPerson | null> {
    const sessionId = cookieOf(request)
    const account = this.#sessions.get(sessionId)?.account
    return account ? { subject: account.subject, sessionId, email: account.email, name: account.name } : null
  }

  async isLiveSession(sessionId: string): Promise<boolean> {
    return this.#sessions.has(sessionId)
  }

  /** Changes the email address of an account without the shop, as an external identity provider may do at any time. */
  moveEmail(from: string, to: string): void {
    const account = this.#accounts.get(from)
    if (!account) throw new Error(`There is no account with ${from}.`)
    this.#accounts.delete(from)
    this.#accounts.set(to, account)
    account.email = to
  }

  /** Takes the password away from an account, as if the person had only ever signed in at another provider. */
  removePassword(subject: string): void {
    const account = this.#find(subject)
    if (account) account.password = null
  }

  #find(subject: string): Account | undefined {
    return this.#accounts.values().find((account) => account.subject === subject)
  }

  #deleteTokens(account: Account): void {
    for (const [token, reset] of this.#resets) if (reset.account === account) this.#resets.delete(token)
  }

  #endSessions(account: Account, except = ''): void {
    for (const [id, session] of this.#sessions)
      if (session.account === account && id !== except) this.#sessions.delete(id)
  }

  #add(account: NewAccount): Account {
    const added = { ...account, subject: randomUUID(), emailVerified: false }
    this.#accounts.set(account.email, added)
    return added
  }

  #open({ request, reply }: Http, account: Account) {
    const sessionId = randomUUID()
    const browser = browserName(request.headers['user-agent'])
    this.#sessions.set(sessionId, { account, browser, createdAt: now() })
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
