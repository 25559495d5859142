import type { FastifyReply, FastifyRequest } from 'fastify'

/** Who makes a call, as the shop's own books know them. */
export type Caller = { userId: string; email: string; name: string; isAdmin: boolean }

/** Who holds the identity provider's session in this browser. */
export type SessionPerson = { subject: string; sessionId: string; email: string; name: string }

/** An administrator who is recognised by the session of their browser. */
export type AdminSession = Caller & { sessionId: string }

/** How a request is recognised; given by the identity domain. Each answers null for a stranger. */
export type Gate = {
  caller: (request: FastifyRequest) => Promise<Caller | null>
  session: (http: { request: FastifyRequest; reply: FastifyReply }) => Promise<SessionPerson | null>
  isAdmin: (caller: Caller) => Promise<boolean>
  /** The administrator who holds this browser's session; for what a browser opens by itself. */
  adminBySession: (http: { request: FastifyRequest; reply: FastifyReply }) => Promise<AdminSession | null>
}
