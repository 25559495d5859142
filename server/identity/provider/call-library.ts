import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyReply } from 'fastify'
import { isUnavailable } from '#server/platform/database/database-errors.ts'

export type LibraryCall = { cookie: string; browser: string; body: object | null }

/** Returns a request for better-auth, which stores `browser` with each new session. */
export function requestFor(publicUrl: string, path: string, { cookie, browser, body }: LibraryCall): Request {
  const headers = new Headers({ cookie, 'user-agent': browser })
  if (!body) return new Request(`${publicUrl}/api/auth${path}`, { headers })
  headers.set('content-type', 'application/json')
  return new Request(`${publicUrl}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

type Handler = (request: Request) => Promise<Response>

/** The HTTP status and the parsed JSON body of a response from better-auth. */
export type Answer = { status: number; body: unknown }

/**
 * Holds the database error, if any, that occurs while better-auth handles the current request. better-auth itself
 * reports "no session" if it cannot read its tables, so a database outage would look as if the user had signed out.
 */
const outages = new AsyncLocalStorage<{ error: unknown }>()

/** Remembers the error of a database statement that better-auth has run for the current request. */
export function noteOutage(error: unknown): void {
  const outage = outages.getStore()
  if (outage && isUnavailable(error)) outage.error = error
}

/**
 * Passes a request to better-auth and copies the cookies of the response, but nothing else, to the reply for the
 * browser. Rejects if better-auth or the database failed.
 */
export async function forward(handler: Handler, request: Request, reply: FastifyReply): Promise<Answer> {
  const answer = await callLibrary(handler, request)
  for (const cookie of answer.cookies) reply.header('set-cookie', cookie)
  return answer
}

/**
 * Passes a request to better-auth and returns its response. Rejects if the status is 500 or above. Also rejects if
 * the database was unavailable during the request, because better-auth may ignore that error.
 */
async function callLibrary(handler: Handler, request: Request): Promise<Answer & { cookies: string[] }> {
  const outage: { error: unknown } = { error: null }
  const response = await outages.run(outage, () => handler(request))
  if (outage.error) throw outage.error
  const text = await response.text()
  if (response.status >= 500) throw new Error(`The identity provider failed: ${text || response.status}`)
  const cookies = response.headers.getSetCookie()
  return { status: response.status, body: text ? JSON.parse(text) : null, cookies }
}
