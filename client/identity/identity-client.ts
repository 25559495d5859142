import type { Person } from '#contract/identity.ts'
import { request } from '#client/lib/request.ts'

/**
 * The functions that the shop needs from an identity provider, the service that signs users in. Each function rejects
 * with `ApiError` if it fails. The `title` of the error is the provider's message.
 */
export type IdentityClient = {
  currentPerson(): Promise<Person | null>
  /** Resolves to `needs-code` if the account has a second factor: `signInWithCode` completes the sign-in. */
  signIn(email: string, password: string): Promise<SignedIn>
  signInWithCode(code: string): Promise<SignedIn>
  signInWithPasskey(): Promise<SignedIn>
  /** Resolves to null if the shop has mailed a link that completes the sign-up. */
  signUp(name: string, email: string, password: string): Promise<SignedIn>
  /** Completes a sign-up. `token` comes from the link in the mail. Another browser must send the password, too. */
  confirmSignUp(token: string, password?: string): Promise<Person | null>
  signOut(): Promise<void>
  /** Requests a mail with a link to choose a new password. */
  forgotPassword(email: string): Promise<void>
  /** Sets a new password and ends all sessions of the user. `token` comes from the link in a mail. */
  resetPassword(token: string, password: string): Promise<void>
  /** Changes the password of the signed-in user, and ends all other sessions of the user. */
  changePassword(current: string, password: string): Promise<void>
  /**
   * Mails what the person needs to confirm a new address of the account. `password` is undefined for an account without
   * one.
   */
  changeEmail(email: string, password?: string): Promise<void>
  /** Deletes the account. `password` is undefined for an account without one. */
  deleteAccount(password?: string): Promise<void>
  /** Changes the display name. Resolves to the changed user. */
  rename(name: string): Promise<Person | null>
  accessToken(email: string): Promise<string>
  /**
   * Creates or updates the user's record in the shop's database. Resolves to true if the server acknowledged the
   * request. It is safe to repeat the request.
   */
  record(person: Person): Promise<boolean>
}

/** The person who is signed in now, or null, or that a code is needed first. */
export type SignedIn = Person | 'needs-code' | null

export function signedInBy({ user, needsCode }: { user: Person | null; needsCode?: boolean }): SignedIn {
  return needsCode ? 'needs-code' : user
}

/** The time-outs of requests to the identity provider, in milliseconds (specification section 9). */
const TIMEOUT = { desktop: 30_000, mobile: 60_000 }

/**
 * The identity provider of the shop itself, which is called through the shop's API. Its session is kept in an
 * httpOnly cookie.
 */
export const shopIdentity: IdentityClient = {
  async currentPerson() {
    return (await request('GET /auth/session', {}, timed())).user
  },
  async signIn(email, password) {
    return signedInBy(await request('POST /auth/sign-in', { body: { email, password } }, timed()))
  },
  async signInWithCode(code) {
    return signedInBy(await request('POST /auth/second-factor', { body: { code } }, timed()))
  },
  async signInWithPasskey() {
    const { choosePasskey } = await import('./factors/passkeys.ts')
    const credential = await choosePasskey(await request('POST /auth/passkeyOptions', {}, timed()))
    return signedInBy(await request('POST /auth/passkey', { body: { credential } }, timed()))
  },
  async signUp(name, email, password) {
    return (await request('POST /auth/sign-up', { body: { name, email, password } }, timed())).user
  },
  async confirmSignUp(token, password) {
    const body = { token, ...(password !== undefined && { password }) }
    return (await request('POST /auth/confirm-sign-up', { body }, timed())).user
  },
  async signOut() {
    await request('POST /auth/sign-out', {}, timed())
  },
  async forgotPassword(email) {
    await request('POST /auth/forgot-password', { body: { email } }, timed())
  },
  async resetPassword(token, password) {
    await request('POST /auth/reset-password', { body: { token, password } }, timed())
  },
  async changePassword(current, password) {
    await request('PUT /auth/password', { body: { current, password } }, timed())
  },
  async changeEmail(email, password) {
    const body = { email, ...(password !== undefined && { password }) }
    await request('PUT /account/email', { body }, timed())
  },
  async deleteAccount(password) {
    await request('POST /account/deletion', { body: password === undefined ? {} : { password } }, timed())
  },
  async rename(name) {
    return (await request('PUT /auth/profile', { body: { name } }, timed())).user
  },
  async accessToken(email) {
    return (await request('GET /jwt', { query: { email } }, timed())).accessToken
  },
  async record({ name, email }) {
    return (await request('POST /users', { body: { name, email } }, timed())).acknowledged
  },
}

/**
 * Returns the time-out of requests to the identity provider in milliseconds. Mobile browsers get a longer time-out.
 */
export function identityTimeout(userAgent: string): number {
  return /Mobi|Android/i.test(userAgent) ? TIMEOUT.mobile : TIMEOUT.desktop
}

export function timed(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(identityTimeout(navigator.userAgent)) }
}
