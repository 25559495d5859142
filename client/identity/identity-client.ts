import type { Person } from '#contract/identity.ts'
import { request } from '#client/lib/request.ts'

/** What the shop needs of an identity provider. Every function throws `ApiError` with the provider's words. */
export type IdentityClient = {
  currentPerson(): Promise<Person | null>
  signIn(email: string, password: string): Promise<Person | null>
  signUp(name: string, email: string, password: string): Promise<Person | null>
  signOut(): Promise<void>
  accessToken(email: string): Promise<string>
  /** Tells the shop of this person; true when it was taken down. May be repeated. */
  record(person: Person): Promise<boolean>
}

/** Identity calls end after 30 s, on a mobile after 60 s (specification section 9). In ms. */
const TIMEOUT = { desktop: 30_000, mobile: 60_000 }

/** The provider behind the shop's own `/api/auth` calls; it keeps its session in an httpOnly cookie. */
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
  async accessToken(email) {
    return (await request('GET /jwt', { query: { email } }, timed())).accessToken
  },
  async record({ name, email }) {
    return (await request('POST /users', { body: { name, email } }, timed())).acknowledged
  },
}

/** The time-out of an identity call for a browser, by its user agent text. In ms. */
export function identityTimeout(userAgent: string): number {
  return /Mobi|Android/i.test(userAgent) ? TIMEOUT.mobile : TIMEOUT.desktop
}

function timed(): { signal: AbortSignal } {
  return { signal: AbortSignal.timeout(identityTimeout(navigator.userAgent)) }
}
