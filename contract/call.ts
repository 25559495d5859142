import type { Static, TSchema } from 'typebox'

/** Who may make a call. `admin` is looked up in the shop's books on every call, never read from the token. */
export type Access = 'public' | 'session' | 'signedIn' | 'admin'

/** Whose e-mail address a call may name: only the caller's own, or, for an admin, anybody's. */
export type EmailScope = 'own' | 'ownOrAdmin'

/** The named rate limits; their numbers are in the server's `platform/limits`. */
export type CountedLimit = 'read' | 'write' | 'signIn' | 'signUp' | 'message' | 'export'

/** `memory` is for what anybody may read and is answered with finished bytes: counting would cost more than answering. */
export type Limit = CountedLimit | 'memory'

/** One call of the shop: keyed as `METHOD /path/{param}` in its noun's table, path relative to `/api`. */
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

/** What a caller sends with a call: `{ params, query, body }`, only the parts that the call declares. */
export type Input<C> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>

/** What a call answers when it succeeds. */
export type Answer<C> = C extends { answer: infer S extends TSchema } ? Static<S> : never
