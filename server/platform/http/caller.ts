import type { FastifyReply, FastifyRequest } from 'fastify'

/** Who makes a call, as the shop's own books know them. */
export type Caller = { userId: string; email: string; name: string; isAdmin: boolean }

/** Who holds the identity provider's session in this browser. */
export type SessionPerson = { subject: string; sessionId: string; email: string; name: string }

/** An administrator who is recognised by the session of their browser. */
export type AdminSession = Caller & { sessionId: string }

/** Finds out who somebody is where that takes more than a look into memory. */
export type LookUp<T> = () => Promise<T | null>

/** How a request is recognised; given by the identity domain. Each answers null for a stranger. */
export type Gate = {
  /** At once whom the request's token is remembered for, else how to find out. */
  caller: (request: FastifyRequest) => Caller | LookUp<Caller> | null
  /** What a session cookie that this shop signed can be counted by, without looking it up; null without one. */
  signedSession: (request: FastifyRequest) => string | null
  session: (http: { request: FastifyRequest; reply: FastifyReply }) => LookUp<SessionPerson> | null
  isAdmin: (caller: Caller) => Promise<boolean> | boolean
  /** The administrator who holds this browser's session; for what a browser opens by itself. */
  adminBySession: (http: { request: FastifyRequest; reply: FastifyReply }) => LookUp<AdminSession> | null
  /** Whether they still are one, and their session goes on. */
  isStillAdmin: (admin: AdminSession) => Promise<boolean>
}
