import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Role } from '#contract/call.ts'

/**
 * The user who makes an API call, as stored in the shop's own table of users. `role` is null for a shopper, and for one of
 * the staff whose session lacks the second factor that the shop demands of them.
 */
export type Caller = { userId: string; email: string; name: string; role: Role | null }

/** The person to whom the session of the browser belongs, as known to the identity provider. */
export type SessionPerson = { subject: string; sessionId: string; email: string; name: string }

/** A user with the session in which the call is made. */
export type UserSession = Caller & { sessionId: string }

/**
 * A function that looks up the person behind a request. It is used if the person is not cached. Returns null if there
 * is no such person.
 */
export type LookUp<T> = () => Promise<T | null>

/**
 * The functions that identify the person behind a request and check the person's rights. They are implemented in
 * `server/identity`. Functions that look for a person return null if no person is signed in.
 */
export type Gate = {
  /**
   * If the access token of the request is cached, returns the caller, or null if the token has expired. If it is not
   * cached, returns a function that looks up the caller. Returns null if the request has no token.
   */
  caller: (request: FastifyRequest) => UserSession | LookUp<UserSession> | null
  /**
   * Looks up the guest to whom the cookie of the request belongs: a person without an account who has checked out in this
   * browser. Returns null if the request has no such cookie. Finds nobody if the browser has a session, whose calls need its
   * access token, unless the request says that it is one of the guest (`AS_GUEST`).
   */
  guest: (request: FastifyRequest) => LookUp<UserSession> | null
  /**
   * Returns the token in a session cookie that this shop has signed, or null. Does not read the database, so the
   * session may have ended.
   */
  signedSession: (request: FastifyRequest) => string | null
  session: (http: { request: FastifyRequest; reply: FastifyReply }) => LookUp<SessionPerson> | null
  /** Returns the role that the caller has now. Returns a promise if it has to be read. */
  role: (caller: UserSession) => Promise<Role | null> | Role | null
  /**
   * Looks up the user to whom the session of the browser belongs. It is for URLs that a browser opens itself, and
   * therefore without an access token. Unlike `session`, it never renews the session.
   */
  userBySession: (request: FastifyRequest) => LookUp<UserSession> | null
  /** Returns whether the session has not ended, and the user still exists and still has the role of the caller. */
  isStillValid: (caller: UserSession) => Promise<boolean>
}
