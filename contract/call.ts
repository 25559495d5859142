import type { Static, TSchema } from 'typebox'

/**
 * The permission that an API call requires. `session` requires the session cookie, `signedIn` an access token.
 * `product` requires an access token unless the shop shows its products to everyone. `buyer` requires an access token, or
 * the cookie that a guest gets with a checkout. `admin` requires an access token of a user who is an admin. The role is
 * read from the database, never from the token.
 */
export type Access = 'public' | 'session' | 'signedIn' | 'product' | 'buyer' | 'admin'

/**
 * The email addresses that a caller may send in an API call. `own` allows only the caller's own address.
 * `ownOrAdmin` also allows an admin to send any other address.
 */
export type EmailScope = 'own' | 'ownOrAdmin'

/** The named rate limits. `server/platform/http/rate-limits.ts` sets how many requests each of them allows. */
export type CountedLimit = 'read' | 'write' | 'signIn' | 'signUp' | 'guest' | 'reset' | 'message' | 'export'

/**
 * The rate limit of an API call. `memory` means that requests are not counted. It is for public data that is served
 * from a cache: counting the requests would cost more than responding to them.
 */
export type Limit = CountedLimit | 'memory'

/**
 * The definition of an API call. Its key in a table of calls is `METHOD /path/{param}`, with the path relative to
 * `/api`.
 */
export type Call = {
  summary: string
  access: Access
  limit: Limit
  /** The rate limit for visitors, who send no access token, if it is another one. */
  limitOfVisitors?: CountedLimit
  email?: EmailScope
  /** If set, only admins may make the call until the shop is open for customers. */
  whileClosed?: 'admins'
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answer: TSchema
}

export type CallTable = Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Call>

type Part<C, K extends string> = C extends { [P in K]: infer S extends TSchema }
  ? { [P in K]: Static<S> }
  : object

/** The type of an API call's input: `{ params, query, body }`, with only the parts that the call declares. */
export type Input<C> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>

/** The type of the response body of a successful API call. */
export type Answer<C> = C extends { answer: infer S extends TSchema } ? Static<S> : never
