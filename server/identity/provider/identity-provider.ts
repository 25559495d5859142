import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'

/** A request from a browser, and its reply, on which the provider sets its session cookie. */
export type Http = { request: FastifyRequest; reply: FastifyReply }

export type Credentials = { email: string; password: string }

export type NewAccount = Credentials & { name: string }

/** How long a token for a new password is valid, in ms. */
export const RESET_TOKEN_MS = 30 * 60 * 1000

/** `name` is the display name of the account, `expiresAt` in UTC milliseconds. */
export type ResetToken = { token: string; name: string; expiresAt: number }

/**
 * Manages accounts, passwords and sessions. Permissions are not its task. E-mail addresses are in lower case. Every
 * method rejects if the accounts cannot be read or written. Every implementation passes the tests in
 * `identity-provider.test.ts`.
 */
export type IdentityProvider = {
  /** Opens a session. Returns the problem `wrong-password` also if there is no account with this address. */
  signIn: (http: Http, credentials: Credentials) => Promise<Person | Problem>
  /** Creates an account and opens a session. Returns the problem `email-already-in-use` if the address has an account. */
  signUp: (http: Http, account: NewAccount) => Promise<Person | Problem>
  /** Creates an account without a browser. Returns its subject, the id of the person. */
  createAccount: (account: NewAccount) => Promise<string>
  /**
   * Returns a token that replaces the password of the account once, until `expiresAt`. Returns null if there is no account
   * with this address.
   */
  createResetToken: (email: string) => Promise<ResetToken | null>
  /**
   * Replaces the password of the account that the token is for, and ends all its sessions. Returns the subject. Returns
   * the problem `reset-link-used` if the token was used before, has expired or was never issued.
   */
  resetPassword: (token: string, password: string) => Promise<string | Problem>
  /** Changes the display name of the person who is signed in. */
  rename: (http: Http, name: string) => Promise<true | Problem>
  /** Ends the session of this browser, if there is one. */
  signOut: (http: Http) => Promise<void>
  /** Returns the person who is signed in with this browser, or null. May renew the session cookie. */
  session: (http: Http) => Promise<SessionPerson | null>
  /** Returns whether the session with this id exists and has not ended. */
  isLiveSession: (sessionId: string) => Promise<boolean>
}
