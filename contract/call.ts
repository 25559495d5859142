import type { Static, TSchema } from 'typebox'

/**
 * The permission that an API call requires. `session` requires the session cookie, `signedIn` an access token.
 * `product` requires an access token unless the shop shows its products to everyone. `buyer` requires an access token, or
 * the cookie that a guest gets with a checkout. `admin` requires an access token of a user who is an admin, and `staff`
 * one of an admin or a packer. The role is read from the database, never from the token.
 */
export type Access = 'public' | 'session' | 'signedIn' | 'product' | 'buyer' | 'staff' | 'admin'

/**
 * The roles of the staff. An admin may do everything. A packer may make only the calls with `access: 'staff'`, and gets
 * only a part of their answers.
 */
export type Role = 'Admin' | 'Packer'

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
export type Call = CallOfAll & (StaffCall | { access: Exclude<Access, 'staff'> })

type CallOfAll = {
  summary: string
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

/**
 * What packers get from a call, and what they may send. They get only the properties of the answer that
 * `answerForPackers` has. If there is a `bodyForPackers`, any other body is forbidden to them.
 */
type StaffCall = { access: 'staff'; answerForPackers: TSchema; bodyForPackers?: TSchema }

export type CallTable = Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Call>

type Part<C, K extends string> = C extends { [P in K]: infer S extends TSchema }
  ? { [P in K]: Static<S> }
  : object

/** The type of an API call's input: `{ params, query, body }`, with only the parts that the call declares. */
export type Input<C> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>

/** The type of the response body of a successful API call. */
export type Answer<C> = C extends { answer: infer S extends TSchema } ? Static<S> : never

/** The type of the same response as a page reads it: the user may be an admin or a packer. */
export type AnswerOnPage<C> =
  | Answer<C>
  | (C extends { answerForPackers: infer S extends TSchema } ? Static<S> : never)
