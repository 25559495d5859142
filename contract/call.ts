import type { Static, TSchema } from 'typebox'

/**
 * Required permission. `session` needs the session cookie, `signedIn` an access token. `admin` needs a token too, and
 * the role is read from the database, never from the token.
 */
export type Access = 'public' | 'session' | 'signedIn' | 'admin'

/** The e-mail addresses that a call accepts: only the caller's own or, from an admin, any address. */
export type EmailScope = 'own' | 'ownOrAdmin'

/** The named rate limits. Their numbers are in `server/platform/http/rate-limits.ts`. */
export type CountedLimit = 'read' | 'write' | 'signIn' | 'signUp' | 'message' | 'export'

/** `memory` is for public calls that are served from a cache: counting them would cost more than the response. */
export type Limit = CountedLimit | 'memory'

/**
 * A call of the shop. Its key in the call table of its noun is `METHOD /path/{param}`, with the path relative to
 * `/api`.
 */
export type Call = {
  summary: string
  access: Access
  limit: Limit
  email?: EmailScope
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answer: TSchema
}

export type CallTable = Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Call>

type Part<C, K extends string> = C extends { [P in K]: infer S extends TSchema }
  ? { [P in K]: Static<S> }
  : object

/** The input of a call: `{ params, query, body }`, with only the parts that the call declares. */
export type Input<C> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>

/** The response body of a successful call. */
export type Answer<C> = C extends { answer: infer S extends TSchema } ? Static<S> : never
