import type { FastifyReply, FastifyRequest } from 'fastify'

/** The user who makes a call, from the shop's own table. */
export type Caller = { userId: string; email: string; name: string; isAdmin: boolean }

/** The person whose session at the identity provider the browser has. */
export type SessionPerson = { subject: string; sessionId: string; email: string; name: string }

/** An admin, identified by the session of the browser. */
export type AdminSession = Caller & { sessionId: string }

/** A look-up of the person behind a request, for a request whose person is not cached. */
export type LookUp<T> = () => Promise<T | null>

/**
 * The functions that identify the person behind a request. The identity domain provides them. Each returns null if
 * there is none.
 */
export type Gate = {
  /** Returns the caller if the access token of the request is cached. Otherwise returns a look-up. */
  caller: (request: FastifyRequest) => Caller | LookUp<Caller> | null
  /**
   * Returns the token of a session cookie that this shop signed, or null. It does not read the database, so the session
   * may have ended.
   */
  signedSession: (request: FastifyRequest) => string | null
  session: (http: { request: FastifyRequest; reply: FastifyReply }) => LookUp<SessionPerson> | null
  isAdmin: (caller: Caller) => Promise<boolean> | boolean
  /** Returns the admin whose session this browser has, for addresses that a browser opens without an access token. */
  adminBySession: (http: { request: FastifyRequest; reply: FastifyReply }) => LookUp<AdminSession> | null
  /** Returns whether the user is still an admin and the session has not ended. */
  isStillAdmin: (admin: AdminSession) => Promise<boolean>
}
