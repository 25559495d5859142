import type { FastifyReply, FastifyRequest } from 'fastify'

/** The user who makes a call, as stored in the shop's own table. */
export type Caller = { userId: string; email: string; name: string; isAdmin: boolean }

/** The person whose session with the identity provider this browser has. */
export type SessionPerson = { subject: string; sessionId: string; email: string; name: string }

/** An administrator, identified by the session of the browser. */
export type AdminSession = Caller & { sessionId: string }

/** Identifies the person behind a request when that needs more than a cache look-up. */
export type LookUp<T> = () => Promise<T | null>

/** How a request is identified. The identity domain provides these functions. Each returns null for an unknown person. */
export type Gate = {
  /** Returns the caller if the request's access token is cached, else a look-up. */
  caller: (request: FastifyRequest) => Caller | LookUp<Caller> | null
  /** Returns the token of a session cookie that this shop signed, or null. Reads no database: the session may have ended. */
  signedSession: (request: FastifyRequest) => string | null
  session: (http: { request: FastifyRequest; reply: FastifyReply }) => LookUp<SessionPerson> | null
  isAdmin: (caller: Caller) => Promise<boolean> | boolean
  /** The administrator whose session this browser has; for addresses that a browser opens without an access token. */
  adminBySession: (http: { request: FastifyRequest; reply: FastifyReply }) => LookUp<AdminSession> | null
  /** Whether the user is still an administrator, and the session has not ended. */
  isStillAdmin: (admin: AdminSession) => Promise<boolean>
}
