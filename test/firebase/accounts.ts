import { randomBytes } from 'node:crypto'
import { decodeJwt } from 'jose'
import type { SigningKeys } from './signing-keys.ts'

/** An account of the replacement. */
export type FakeAccount = {
  uid: string
  email: string
  password: string
  displayName: string | undefined
  emailVerified: boolean
}

/** Refuses a request with one of Firebase's codes. */
export class Refused extends Error {}

export type Body = Record<string, unknown>

/** The accounts of a project, and what the calls of the REST interface do with them. */
export class FakeAccounts {
  readonly byUid = new Map<string, FakeAccount>()
  /** The mails that Firebase would have sent. */
  readonly mails: { requestType: string; email: string }[] = []
  readonly #refreshTokens = new Map<string, { uid: string; authTime: number; isRevoked: boolean }>()
  readonly #keys: SigningKeys

  constructor(keys: SigningKeys) {
    this.#keys = keys
  }

  signUp({ email, password, displayName }: Body): Promise<object> {
    if (this.#find(email)) throw new Refused('EMAIL_EXISTS')
    const account: FakeAccount = {
      uid: randomBytes(14).toString('hex'),
      email: String(email).toLowerCase(),
      password: String(password),
      displayName: typeof displayName === 'string' ? displayName : undefined,
      emailVerified: false,
    }
    this.byUid.set(account.uid, account)
    return this.#open(account)
  }

  signInWithPassword({ email, password }: Body): Promise<object> {
    const account = this.#find(email)
    if (!account || account.password !== password) throw new Refused('INVALID_LOGIN_CREDENTIALS')
    return this.#open(account)
  }

  /** Changes the name or the password. A new password revokes all tokens. */
  async update({ idToken, displayName, password }: Body): Promise<object> {
    const account = this.#owner(idToken)
    if (typeof displayName === 'string') account.displayName = displayName
    if (password === undefined) return { localId: account.uid, displayName: account.displayName }
    account.password = String(password)
    for (const session of this.#refreshTokens.values())
      if (session.uid === account.uid) session.isRevoked = true
    return this.#open(account)
  }

  async lookup({ idToken }: Body): Promise<object> {
    const { uid, email, displayName, emailVerified } = this.#owner(idToken)
    const providers = [{ providerId: 'password', email, federatedId: email, rawId: email }]
    return { users: [{ localId: uid, email, displayName, emailVerified, providerUserInfo: providers }] }
  }

  async sendOobCode({ requestType, email }: Body): Promise<object> {
    const account = this.#find(email)
    if (account) this.mails.push({ requestType: String(requestType), email: account.email })
    return { email }
  }

  async refresh(refreshToken: unknown): Promise<object> {
    const session = this.#refreshTokens.get(String(refreshToken))
    const account = session && this.byUid.get(session.uid)
    if (!account) throw new Refused('INVALID_REFRESH_TOKEN')
    if (session.isRevoked) throw new Refused('TOKEN_EXPIRED')
    const id_token = await this.#keys.sign(account, session.authTime)
    return {
      access_token: id_token,
      id_token,
      refresh_token: refreshToken,
      user_id: account.uid,
      expires_in: '3600',
    }
  }

  #find(email: unknown): FakeAccount | undefined {
    const known = String(email).toLowerCase()
    return [...this.byUid.values()].find((account) => account.email === known)
  }

  async #open(account: FakeAccount): Promise<object> {
    const authTime = Date.now()
    const refreshToken = randomBytes(40).toString('base64url')
    this.#refreshTokens.set(refreshToken, { uid: account.uid, authTime, isRevoked: false })
    const idToken = await this.#keys.sign(account, authTime)
    const { uid: localId, email, displayName } = account
    return { localId, email, displayName, idToken, refreshToken, expiresIn: '3600' }
  }

  /** Returns the account to which an ID token was issued. */
  #owner(idToken: unknown): FakeAccount {
    const account = this.byUid.get(decodeJwt(String(idToken)).sub ?? '')
    if (!account) throw new Refused('USER_NOT_FOUND')
    return account
  }
}
