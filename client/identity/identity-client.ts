import type { Person } from '#contract/identity.ts'
import { request } from '#client/lib/request.ts'

/** The calls of an identity provider that the shop needs. Each throws `ApiError` with the provider's text as `title`. */
export type IdentityClient = {
  currentPerson(): Promise<Person | null>
  signIn(email: string, password: string): Promise<Person | null>
  signUp(name: string, email: string, password: string): Promise<Person | null>
  signOut(): Promise<void>
  /** Asks for a mail with a link to choose a new password. */
  forgotPassword(email: string): Promise<void>
  /** Chooses a new password with the token of such a link, and ends all sessions. */
  resetPassword(token: string, password: string): Promise<void>
  accessToken(email: string): Promise<string>
  /** Records the person in the shop. Returns whether the shop acknowledged it. May be repeated. */
  record(person: Person): Promise<boolean>
}

/** The time-outs of identity calls, in ms (specification section 9). */
const TIMEOUT = { desktop: 30_000, mobile: 60_000 }

/** The provider behind the shop's own `/api/auth` calls. Its session is an httpOnly cookie. */
export const shopIdentity: IdentityClient = {
  async currentPerson() {
    return (await request('GET /auth/session', {}, timed())).user
  },
  async signIn(email, password) {
    return (await request('POST /auth/sign-in', { body: { email, password } }, timed())).user
  },
  async signUp(name, email, password) {
    return (await request('POST /auth/sign-up', { body: { name, email, password } }, timed())).user
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
  async accessToken(email) {
    return (await request('GET /jwt', { query: { email } }, timed())).accessToken
  },
  async record({ name, email }) {
    return (await request('POST /users', { body: { name, email } }, timed())).acknowledged
  },
}

/** The time-out of an identity call in ms, for a browser with this user agent. */
export function identityTimeout(userAgent: string): number {
  return /Mobi|Android/i.test(userAgent) ? TIMEOUT.mobile : TIMEOUT.desktop
}

function timed(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(identityTimeout(navigator.userAgent)) }
}
