import type { CallName, Calls } from '#contract/api.ts'
import type { Input } from '#contract/call.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { request } from '#client/lib/api.ts'
import type { choosePasskey } from './factors/passkeys.ts'

/** The person who is signed in now, or null, or that the code of a second factor is needed first. */
export type SignedIn = Person | 'needs-code' | null

/**
 * The functions that the shop needs from an identity provider, the service that signs users in. Each function rejects
 * with `ApiError` if it fails. The `title` of the error is the provider's message.
 */
export type IdentityClient = typeof shopIdentity

/**
 * The identity provider of the shop itself, which is called through the shop's API. Its session is kept in an
 * httpOnly cookie.
 */
export const shopIdentity = {
  async currentPerson() {
    return (await call('GET /auth/session')).user
  },
  /** Resolves to `needs-code` if the account has a second factor: `signInWithCode` completes the sign-in. */
  async signIn(email: string, password: string): Promise<SignedIn> {
    return signedInBy(await call('POST /auth/sign-in', { body: { email, password } }))
  },
  async signInWithCode(code: string) {
    return signedInBy(await call('POST /auth/second-factor', { body: { code } }))
  },
  /** `choose` comes from the login page, so that other pages need not load its script. */
  async signInWithPasskey(choose: typeof choosePasskey) {
    const credential = await choose(await call('POST /auth/passkeyOptions'))
    return signedInBy(await call('POST /auth/passkey', { body: { credential } }))
  },
  /** Resolves to null if the shop has mailed a link that completes the sign-up. */
  async signUp(name: string, email: string, password: string): Promise<SignedIn> {
    return (await call('POST /auth/sign-up', { body: { name, email, password } })).user
  },
  /** Completes a sign-up. `token` comes from the link in the mail. Another browser must send the password, too. */
  async confirmSignUp(token: string, password?: string) {
    return (await call('POST /auth/confirm-sign-up', { body: { token, ...ownPassword(password) } })).user
  },
  async signOut() {
    await call('POST /auth/sign-out')
  },
  async forgotPassword(email: string) {
    await call('POST /auth/forgot-password', { body: { email } })
  },
  /** Sets a new password and ends all sessions of the user. `token` comes from the link in a mail. */
  async resetPassword(token: string, password: string) {
    await call('POST /auth/reset-password', { body: { token, password } })
  },
  /** Changes the password of the signed-in user, and ends all other sessions of the user. */
  async changePassword(current: string, password: string) {
    await call('PUT /auth/password', { body: { current, password } })
  },
  /** Mails what the person needs to confirm a new address. `password` is missing for an account without one. */
  async changeEmail(email: string, password?: string) {
    await call('PUT /account/email', { body: { email, ...ownPassword(password) } })
  },
  /** `password` is missing for an account without one. */
  async deleteAccount(password?: string) {
    await call('POST /account/deletion', { body: ownPassword(password) })
  },
  /** Changes the display name. Resolves to the changed user. */
  async rename(name: string) {
    return (await call('PUT /auth/profile', { body: { name } })).user
  },
  async accessToken(email: string) {
    return (await call('GET /jwt', { query: { email } })).accessToken
  },
  /** Creates or updates the user's record in the shop's database. Resolves to whether the server acknowledged that. */
  async record({ name, email }: Person) {
    return (await call('POST /users', { body: { name, email } })).acknowledged
  },
}

export function signedInBy({ user, needsCode }: { user: Person | null; needsCode?: boolean }): SignedIn {
  return needsCode ? 'needs-code' : user
}

/** Sends an API call without the access token, with the time-out of the identity provider. */
export function call<N extends CallName>(name: N, input?: Input<Calls[N]>) {
  return request(name, input, { signal: AbortSignal.timeout(identityTimeout(navigator.userAgent)) })
}

/** Returns the time-out of requests to the identity provider in milliseconds (specification section 9). */
export function identityTimeout(userAgent: string): number {
  return /Mobi|Android/i.test(userAgent) ? 60_000 : 30_000
}

/** Returns the part of a request's body with the password. `password` is empty if the account has none. */
export function ownPassword(password: string | undefined): { password?: string } {
  return password ? { password } : {}
}
