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
  disabled: boolean
}

/** A mail that Firebase would have sent. `code` is in its link. */
export type FakeMail = { requestType: string; email: string; code: string; continueUrl: string | undefined }

/** Refuses a request with one of Firebase's codes. */
export class Refused extends Error {}

const HOUR_MS = 60 * 60_000
const FRESH_S = 5 * 60

export type Body = Record<string, unknown>
type Code = { uid: string; requestType: string; expiresAt: number }

/** The accounts of a project, and what the calls of the REST interface do with them. */
export class FakeAccounts {
  readonly byUid = new Map<string, FakeAccount>()
  readonly mails: FakeMail[] = []
  /**
   * Whether the project is protected against email enumeration, as new projects are. If not, the answer to a sign-in says
   * whether the address has an account, and an address can be changed without a mail.
   */
  hidesAddresses = true
  /** If false, Firebase does not know the domain of the shop. */
  knowsDomain = true
  readonly #refreshTokens = new Map<string, { uid: string; authTime: number; isRevoked: boolean }>()
  readonly #codes = new Map<string, Code>()
  readonly #keys: SigningKeys

  constructor(keys: SigningKeys) {
    this.#keys = keys
  }

  signUp({ email, password, displayName }: Body): Promise<object> {
    if (this.#find(email)) throw new Refused('EMAIL_EXISTS')
    checkPassword(password)
    const account: FakeAccount = {
      uid: randomBytes(14).toString('hex'),
      email: String(email).toLowerCase(),
      password: String(password),
      displayName: typeof displayName === 'string' ? displayName : undefined,
      emailVerified: false,
      disabled: false,
    }
    this.byUid.set(account.uid, account)
    return this.#open(account)
  }

  signInWithPassword({ email, password }: Body): Promise<object> {
    const account = this.#find(email)
    if (!account) throw new Refused(this.hidesAddresses ? 'INVALID_LOGIN_CREDENTIALS' : 'EMAIL_NOT_FOUND')
    if (account.disabled) throw new Refused('USER_DISABLED')
    if (account.password !== password)
      throw new Refused(this.hidesAddresses ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD')
    return this.#open(account)
  }

  async update({ idToken, displayName, email, password }: Body): Promise<object> {
    const account = this.#owner(idToken, { mustBeFresh: email !== undefined || password !== undefined })
    if (typeof displayName === 'string') account.displayName = displayName
    if (email !== undefined) {
      if (this.hidesAddresses)
        throw new Refused('OPERATION_NOT_ALLOWED : Please verify the new email before.')
      if (this.#find(email)) throw new Refused('EMAIL_EXISTS')
      Object.assign(account, { email: String(email).toLowerCase(), emailVerified: false })
    }
    if (password !== undefined) {
      checkPassword(password)
      account.password = String(password)
    }
    const { displayName: name, ...rest } = account
    if (email === undefined && password === undefined) return { localId: rest.uid, displayName: name }
    this.revoke(account.uid)
    return this.#open(account)
  }

  async lookup({ idToken }: Body): Promise<object> {
    const { uid, email, displayName, emailVerified } = this.#owner(idToken)
    const providers = [{ providerId: 'password', email, federatedId: email, rawId: email }]
    return { users: [{ localId: uid, email, displayName, emailVerified, providerUserInfo: providers }] }
  }

  async delete({ idToken }: Body): Promise<object> {
    const { uid } = this.#owner(idToken, { mustBeFresh: true })
    this.remove(uid)
    return { kind: 'identitytoolkit#DeleteAccountResponse' }
  }

  async sendOobCode({ requestType, email, continueUrl, ...body }: Body): Promise<object> {
    if (requestType === 'VERIFY_AND_CHANGE_EMAIL') {
      const owner = this.#owner(body['idToken'], { mustBeFresh: true })
      this.mails.push({
        requestType,
        email: String(body['newEmail']),
        code: owner.uid,
        continueUrl: undefined,
      })
      return { email: owner.email }
    }
    if (continueUrl !== undefined && !this.knowsDomain)
      throw new Refused('UNAUTHORIZED_DOMAIN : Domain not allowlisted by project')
    if (requestType !== 'PASSWORD_RESET') throw new Refused('INVALID_REQ_TYPE')
    const account = this.#find(email)
    if (!account && !this.hidesAddresses) throw new Refused('EMAIL_NOT_FOUND')
    if (!account) return { email }
    const code = randomBytes(20).toString('base64url')
    const mail = { requestType: String(requestType), email: account.email, code }
    this.#codes.set(code, {
      uid: account.uid,
      expiresAt: Date.now() + HOUR_MS,
      requestType: mail.requestType,
    })
    this.mails.push({ ...mail, continueUrl: typeof continueUrl === 'string' ? continueUrl : undefined })
    return { kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email: account.email }
  }

  async resetPassword({ oobCode, newPassword }: Body): Promise<object> {
    const code = this.#take(oobCode, 'PASSWORD_RESET', () => checkPassword(newPassword))
    Object.assign(code.account, { password: String(newPassword), emailVerified: true })
    this.revoke(code.account.uid)
    return { requestType: 'PASSWORD_RESET', email: code.account.email }
  }

  async refresh(refreshToken: unknown): Promise<object> {
    const session = this.#refreshTokens.get(String(refreshToken))
    if (!session) throw new Refused('INVALID_REFRESH_TOKEN')
    const account = this.byUid.get(session.uid)
    if (!account) throw new Refused('USER_NOT_FOUND')
    if (account.disabled) throw new Refused('USER_DISABLED')
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

  /** Revokes all tokens of an account, as the console of Firebase does. */
  revoke(uid: string): void {
    for (const session of this.#refreshTokens.values()) if (session.uid === uid) session.isRevoked = true
  }

  /** Returns all refresh tokens that were issued to an account. */
  refreshTokensOf(uid: string): string[] {
    return [...this.#refreshTokens].filter(([, session]) => session.uid === uid).map(([token]) => token)
  }

  /** Deletes an account, as the console of Firebase does. */
  remove(uid: string): void {
    this.byUid.delete(uid)
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
  #owner(idToken: unknown, { mustBeFresh = false } = {}): FakeAccount {
    const { sub = '', auth_time: authTime } = decodeJwt(String(idToken))
    const account = this.byUid.get(sub)
    if (!account) throw new Refused('USER_NOT_FOUND')
    if (account.disabled) throw new Refused('USER_DISABLED')
    if (mustBeFresh && Number(authTime) < Date.now() / 1000 - FRESH_S)
      throw new Refused('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
    return account
  }

  #take(given: unknown, requestType: string, check: () => void): { account: FakeAccount } {
    const code = this.#codes.get(String(given))
    if (code?.requestType !== requestType) throw new Refused('INVALID_OOB_CODE')
    if (code.expiresAt <= Date.now()) throw new Refused('EXPIRED_OOB_CODE')
    const account = this.byUid.get(code.uid)
    if (!account) throw new Refused('INVALID_OOB_CODE')
    check()
    this.#codes.delete(String(given))
    return { account }
  }
}

function checkPassword(password: unknown): void {
  if (String(password).length < 6)
    throw new Refused('WEAK_PASSWORD : Password should be at least 6 characters')
}
