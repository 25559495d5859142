import { Problem } from '#contract/errors.ts'
import { ServiceFailed } from '#server/platform/http/errors.ts'

/**
 * The public settings of a Firebase project. `apiBase` is the URL of a program that replaces Firebase in tests, or null.
 */
export type FirebaseSettings = { apiKey: string; projectId: string; apiBase: string | null }

/**
 * A request that Firebase has refused. `code` is Firebase's own code, such as `EMAIL_EXISTS`. `reason` is the more exact
 * code that Google's gateway adds, such as `API_KEY_INVALID`.
 */
export class FirebaseRefused extends Error {
  readonly code: string
  readonly reason: string | null

  constructor(message: string, reason: string | null) {
    super(`Firebase has refused a request: ${message}`)
    // Firebase sends a code, or a code with an explanation, as in "WEAK_PASSWORD : Password should be …".
    this.code = String(message.split(' : ')[0])
    this.reason = reason
  }
}

/**
 * The tokens of a session at Firebase. The ID token is a JWT for an hour. The refresh token is exchanged for a new one.
 */
export type FirebaseTokens = { idToken: string; refreshToken: string }

/** The new values of an account. Firebase sends new tokens if the password or the email address is among them. */
export type AccountChange = { displayName?: string; email?: string; password?: string }

/** The mail with which a new password is chosen. That also confirms the email address. */
type Mail = { requestType: 'PASSWORD_RESET'; email: string }

/** The time in milliseconds that Firebase has for a response. Browsers wait for the shop for 30 s. */
const REPLY_TIMEOUT_MS = 10_000

/**
 * Calls the REST interface of Firebase Authentication (https://cloud.google.com/identity-platform/docs/use-rest-api).
 * Every method throws `FirebaseRefused` if Firebase refuses the request, and `ServiceFailed` if it cannot be reached.
 */
export class FirebaseApi {
  readonly #settings: FirebaseSettings
  readonly #timeoutMs: number

  constructor(settings: FirebaseSettings, timeoutMs = REPLY_TIMEOUT_MS) {
    this.#settings = settings
    this.#timeoutMs = timeoutMs
  }

  signUp(account: { email: string; password: string; displayName: string }): Promise<FirebaseTokens> {
    return this.#account('signUp', { ...account, returnSecureToken: true }).then(tokensIn)
  }

  signIn(credentials: { email: string; password: string }): Promise<FirebaseTokens> {
    return this.#account('signInWithPassword', { ...credentials, returnSecureToken: true }).then(tokensIn)
  }

  /** Returns a new ID token, and the refresh token to use from now on. It may be the same as before. */
  async refresh(refreshToken: string): Promise<FirebaseTokens> {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
    const answer = await this.#post('securetoken.googleapis.com/v1/token', body)
    return tokensIn({ idToken: answer['id_token'], refreshToken: answer['refresh_token'] })
  }

  /** Changes the account. Returns new tokens, or null if the old ones are still valid. */
  async change(idToken: string, change: AccountChange): Promise<FirebaseTokens | null> {
    const answer = await this.#account('update', { idToken, ...change, returnSecureToken: true })
    return answer['refreshToken'] === undefined ? null : tokensIn(answer)
  }

  async deleteAccount(idToken: string): Promise<void> {
    await this.#account('delete', { idToken })
  }

  /** Makes Firebase send one of its own mails. `continueUrl` is the page to which Firebase's page links at the end. */
  async sendMail(mail: Mail, continueUrl: string): Promise<void> {
    await this.#account('sendOobCode', { ...mail, continueUrl }).catch(async (error: unknown) => {
      const isDomain = error instanceof FirebaseRefused && error.code === 'UNAUTHORIZED_DOMAIN'
      if (!isDomain) throw error
      // The owner has not added the shop's domain at Firebase. The mail is sent without the link back to the shop.
      await this.#account('sendOobCode', mail)
    })
  }

  /** Sets a new password with the code of a mail. Returns the email address of the account. */
  async resetPassword(oobCode: string, newPassword: string): Promise<string> {
    const { email } = await this.#account('resetPassword', { oobCode, newPassword })
    if (typeof email !== 'string') throw unreadable('the email address is missing')
    return email.toLowerCase()
  }

  /** Returns the domains to which Firebase's own pages may link. Changes nothing. */
  async authorizedDomains(): Promise<string[]> {
    const { authorizedDomains } = await this.#send('identitytoolkit.googleapis.com/v1/projects', {
      method: 'GET',
    })
    return Array.isArray(authorizedDomains) ? authorizedDomains.map(String) : []
  }

  #account(method: string, body: object): Promise<Answer> {
    return this.#post(`identitytoolkit.googleapis.com/v1/accounts:${method}`, body)
  }

  #post(path: string, body: object): Promise<Answer> {
    const isForm = body instanceof URLSearchParams
    const headers = isForm ? undefined : { 'content-type': 'application/json' }
    return this.#send(path, {
      method: 'POST',
      ...(headers && { headers }),
      body: isForm ? body : JSON.stringify(body),
    })
  }

  async #send(path: string, init: RequestInit): Promise<Answer> {
    const { apiKey, apiBase } = this.#settings
    const signal = AbortSignal.timeout(this.#timeoutMs)
    const url = `${firebaseUrl(apiBase, path)}?${new URLSearchParams({ key: apiKey })}`
    const response = await fetch(url, { ...init, redirect: 'error', signal }).catch(rethrow)
    const text = await response.text().catch(rethrow)
    const answer = parse(text)
    if (response.ok && answer) return answer
    const refusal = response.status < 500 && answer && refusalIn(answer)
    if (refusal) throw refusal
    throw unreadable(`status ${response.status}`)
  }
}

/** Returns the URL of a path that begins with the host name. In tests, `apiBase` comes before the host name. */
export function firebaseUrl(apiBase: string | null, path: string): string {
  return apiBase === null ? `https://${path}` : `${apiBase}/${path}`
}

/**
 * Throws `ServiceFailed` for an error of `fetch`. Its message does not contain the URL, because that contains the key.
 */
export function rethrow(error: unknown): never {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
  throw unreachable(cause || (error instanceof Error ? error.message : String(error)))
}

type Answer = Record<string, unknown>

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null
}

function parse(text: string): Answer | null {
  try {
    const answer: unknown = JSON.parse(text)
    return isAnswer(answer) ? answer : null
  } catch {
    return null
  }
}

/** Returns the error in a response of Google: `{ error: { message, details: [{ reason }] } }`. */
function refusalIn({ error }: Answer): FirebaseRefused | null {
  if (!isAnswer(error) || typeof error['message'] !== 'string') return null
  const details: unknown[] = Array.isArray(error['details']) ? error['details'] : []
  const reasons = details.map((detail) => isAnswer(detail) && detail['reason'])
  const reason = reasons.find((one) => typeof one === 'string')
  return new FirebaseRefused(error['message'], typeof reason === 'string' ? reason : null)
}

/** Returns the tokens of a response. An account with a second factor gets none before the second factor was checked. */
function tokensIn({ idToken, refreshToken, mfaPendingCredential }: Answer): FirebaseTokens {
  if (mfaPendingCredential !== undefined) throw new FirebaseRefused('SECOND_FACTOR_NEEDED', null)
  if (typeof idToken !== 'string' || typeof refreshToken !== 'string')
    throw unreadable('the tokens are missing')
  return { idToken, refreshToken }
}

function unreadable(reason: string): ServiceFailed {
  return unreachable(`its response cannot be used, ${reason}`)
}

function unreachable(reason: string): ServiceFailed {
  return new ServiceFailed(new Problem('network-request-failed'), `Firebase cannot be used: ${reason}`)
}
