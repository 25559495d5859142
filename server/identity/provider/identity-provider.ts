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

/** An account whose owner has confirmed the email address. `hash` is the hash of the password. */
export type ConfirmedAccount = { name: string; email: string; hash: string }

export type ConfirmedSignUps = {
  hasAccount: (email: string) => Promise<boolean>
  /**
   * Creates an account with a confirmed email address and opens a session. Returns the problem `email-already-in-use`
   * if an account has this email address.
   */
  signUp: (http: Http, account: ConfirmedAccount) => Promise<Person | Problem>
}

/**
 * A session of a person. `browser` names the browser and its system, such as `Firefox on Linux`, or is '' if they are
 * unknown. `createdAt` is in UTC milliseconds. `isThis` is true for the session of the browser that sent the request.
 */
export type OwnSession = { id: string; browser: string; createdAt: number; isThis: boolean }

/**
 * What the shop has to know about an account. `hasPassword` is false if the person signs in at another provider only.
 * `emailVerified` is true if the person has shown that mails to the address arrive.
 */
export type AccountState = { hasPassword: boolean; emailVerified: boolean }

/**
 * The age in milliseconds up to which a session confirms the identity of a person whose account has no password.
 */
export const FRESH_SESSION_MS = 10 * 60 * 1000

/**
 * Manages accounts, passwords and sessions, but not permissions. All email addresses are in lower case. Every method
 * rejects if the accounts cannot be read or written. Every implementation must pass the tests in
 * `identity-provider.test.ts`.
 */
export type IdentityProvider = {
  /**
   * True if a service outside of the shop has the accounts. It mails the links for resetting a password itself:
   * `createResetToken` has it do so, and always returns null. It also knows which addresses are confirmed: `signUp`
   * returns the problem `email-not-confirmed` instead of a session if a user of the shop has the address.
   */
  isHosted?: boolean
  /**
   * Signs in and opens a session. Returns the problem `wrong-password` if the password is wrong, and also if no
   * account has this email address.
   */
  signIn: (http: Http, credentials: Credentials) => Promise<Person | Problem>
  /**
   * Creates an account and opens a session. Returns the problem `email-already-in-use` if an account has this email
   * address.
   */
  signUp: (http: Http, account: NewAccount) => Promise<Person | Problem>
  /**
   * Creates accounts for people who have confirmed their email address with a link in a mail. It is null if the provider
   * cannot do so. A sign-up then opens a session at once, even in a shop that sends mails.
   */
  confirmedSignUps: ConfirmedSignUps | null
  /** Creates an account without opening a session. Returns the id of the account. */
  createAccount: (account: NewAccount) => Promise<string>
  /**
   * Returns a token with which the password of the account can be replaced once, until `expiresAt`. Returns null if
   * no account has this email address.
   */
  createResetToken: (email: string) => Promise<ResetToken | null>
  /**
   * Replaces the password of the account for which the token was issued, and ends all sessions of the account. The
   * email address of the account then counts as confirmed, because the token was sent to it. Returns the id of the
   * account, or '' if the shop does not know the account yet. Returns the problem `reset-link-used` if the token was
   * used before, has expired or was never issued, or if the password or the email address of the account was changed
   * since.
   */
  resetPassword: (token: string, password: string) => Promise<string | Problem>
  /**
   * Replaces the password of the person who is signed in with the browser that sent the request, and ends all other
   * sessions of the account. Returns the problem `wrong-current-password` if `current` is not the password.
   */
  changePassword: (http: Http, change: PasswordChange) => Promise<true | Problem>
  /** Changes the display name of the person who is signed in with the browser that sent the request. */
  rename: (http: Http, name: string) => Promise<true | Problem>
  /** Returns null if there is no account with this id. */
  account: (subject: string) => Promise<AccountState | null>
  /**
   * Checks again that the person who is signed in is at the browser, before something that cannot be undone. Returns
   * the problem `wrong-current-password` if `password` is not the password of the account. An account without a
   * password needs a session that was opened within `FRESH_SESSION_MS`. Otherwise returns the problem `sign-in-again`.
   */
  confirm: (http: Http, password: string | null) => Promise<true | Problem>
  /** Returns the sessions of the person who is signed in, the newest first. */
  sessions: (http: Http) => Promise<OwnSession[] | Problem>
  /**
   * Ends one session of the person who is signed in. Returns the problem `not-found` if the person has no session with
   * this id.
   */
  endSession: (http: Http, id: string) => Promise<true | Problem>
  /** Ends all sessions of the person who is signed in except the one of this browser, and deletes all reset tokens. */
  endOtherSessions: (http: Http) => Promise<true | Problem>
  /**
   * Replaces the email address of an account by one that its owner has confirmed, and deletes all reset tokens of the
   * account. Returns the problem `email-already-in-use` if another account has the address, and `not-found` if there is
   * no account with this id.
   */
  changeEmail: (subject: string, email: string) => Promise<true | Problem>
  /** Deletes an account with its password and its sessions. Does nothing if there is no account with this id. */
  deleteAccount: (subject: string) => Promise<void>
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

/**
 * An identity provider that can open a session for a person whom another service has identified, such as an OpenID
 * Connect issuer. Rejects if there is no account with this id.
 */
export type SessionOpener = { openSession: (http: Http, userId: string) => Promise<void> }

/** The path of better-auth's endpoint that opens such a session, below its own base path. Browsers cannot reach it. */
export const OPEN_SESSION_PATH = '/open-session'
