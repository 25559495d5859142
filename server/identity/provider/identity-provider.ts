import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '#contract/errors.ts'
import type { Person } from '#contract/identity.ts'
import type { SessionPerson } from '#server/platform/http/caller.ts'

/** A request from a browser and the reply to it. The identity provider sets its session cookie on the reply. */
export type Http = { request: FastifyRequest; reply: FastifyReply }

export type Credentials = { email: string; password: string }

export type NewAccount = Credentials & { name: string }

/** A change of a password: the one until now, and the one from now on. */
export type PasswordChange = { current: string; password: string }

/** The time in milliseconds during which a token can be used to reset a password. */
export const RESET_TOKEN_MS = 30 * 60 * 1000

/**
 * A token for resetting the password of an account. `name` is the display name of the account, and `expiresAt` is in
 * UTC milliseconds.
 */
export type ResetToken = { token: string; name: string; expiresAt: number }

/**
 * Manages accounts, passwords and sessions, but not permissions. All e-mail addresses are in lower case. Every method
 * rejects if the accounts cannot be read or written. Every implementation must pass the tests in
 * `identity-provider.test.ts`.
 */
export type IdentityProvider = {
  /**
   * Signs in and opens a session. Returns the problem `wrong-password` if the password is wrong, and also if no
   * account has this e-mail address.
   */
  signIn: (http: Http, credentials: Credentials) => Promise<Person | Problem>
  /**
   * Creates an account and opens a session. Returns the problem `email-already-in-use` if an account has this e-mail
   * address.
   */
  signUp: (http: Http, account: NewAccount) => Promise<Person | Problem>
  /** Creates an account without opening a session. Returns the id of the account. */
  createAccount: (account: NewAccount) => Promise<string>
  /**
   * Returns a token with which the password of the account can be replaced once, until `expiresAt`. Returns null if
   * no account has this e-mail address.
   */
  createResetToken: (email: string) => Promise<ResetToken | null>
  /**
   * Replaces the password of the account for which the token was issued, and ends all sessions of the account.
   * Returns the id of the account. Returns the problem `reset-link-used` if the token was used before, has expired or
   * was never issued.
   */
  resetPassword: (token: string, password: string) => Promise<string | Problem>
  /**
   * Replaces the password of the person who is signed in with the browser that sent the request, and ends all other
   * sessions of the account. Returns the problem `wrong-current-password` if `current` is not the password.
   */
  changePassword: (http: Http, change: PasswordChange) => Promise<true | Problem>
  /** Changes the display name of the person who is signed in with the browser that sent the request. */
  rename: (http: Http, name: string) => Promise<true | Problem>
  /** Ends the session of the browser that sent the request, if it has one. */
  signOut: (http: Http) => Promise<void>
  /**
   * Returns the person who is signed in with the browser that sent the request, or null if no person is signed in. May
   * renew the session cookie.
   */
  session: (http: Http) => Promise<SessionPerson | null>
  /**
   * Returns whether the session with this id still exists and has not expired. A session is deleted when the person
   * signs out or resets the password, or changes the password in another session, and when the account is deleted.
   */
  isLiveSession: (sessionId: string) => Promise<boolean>
}
