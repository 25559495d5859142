import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Answer, Call, CallTable, Input } from '#contract/call.ts'
import { Problem, ProblemBody } from '#contract/errors.ts'
import { Finished, sendFinished } from './answer-cache.ts'
import type { Caller, Gate, SessionPerson } from './caller.ts'
import { sendProblem } from './errors.ts'
import type { Limits } from './limits.ts'
import { comesFromTheShop } from './origin.ts'

/** What a handler is told: the checked input, and who asks. `caller` for signed-in calls, `person` for session calls. */
type Asked<C extends Call> = Input<C> &
  (C['access'] extends 'signedIn' | 'admin' ? { caller: Caller } : object) &
  (C['access'] extends 'session' ? { person: SessionPerson } : object) & {
    request: FastifyRequest
    reply: FastifyReply
  }

type Outcome<C> = Answer<C> | Problem | Finished

type Handler<C extends Call> = (asked: Asked<C>) => Promise<Outcome<C>> | Outcome<C>

export type Handlers<T> = {
  [N in keyof T]: T[N] extends Call ? Handler<T[N]> : never
}

export type CallsSetup = { app: FastifyInstance; gate: Gate; limits: Limits; origins: Set<string> }

type AnyHandler = (asked: object) => Promise<unknown> | unknown

/**
 * Serves every call of a table under `/api`. The gate stands before each handler, always in this order: is it
 * from our own site, who is it, may they, not too often, is the input right, is the e-mail theirs.
 */
export function serveCalls<T extends CallTable>(setup: CallsSetup, table: T, handlers: Handlers<T>): void {
  for (const [name, call] of Object.entries<Call>(table)) {
    // The mapped type ties each handler to its own call; a loop over names cannot follow that.
    serveCall(setup, { name, call, handler: handlers[name as keyof T] as unknown as AnyHandler })
  }
}

function serveCall(setup: CallsSetup, { name, call, handler }: { name: string; call: Call; handler: AnyHandler }): void {
  const [method, path] = name.split(' ') as [HTTPMethods, string]
  setup.app.route({
    method,
    url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}`,
    schema: schemaOf(call),
    onRequest: admitted(setup, call),
    preHandler: async (request, reply) => {
      if (!(await mayName(setup, call, request))) return sendProblem(reply, new Problem('forbidden'))
    },
    handler: async (request, reply) => {
      const { params, query, body, caller, person } = request
      const answer = await handler({ params, query, body, caller, person, request, reply })
      if (answer instanceof Problem) return sendProblem(reply, answer)
      if (answer instanceof Finished) return sendFinished(request, reply, answer)
      return answer
    },
  })
}

function schemaOf(call: Call) {
  return {
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
    response: { '2xx': call.answer, 'default': ProblemBody },
  }
}

type Http = { request: FastifyRequest; reply: FastifyReply }

type Rule = Pick<Call, 'access' | 'limit'>

/** The gate as a hook; also for the few routes that are no JSON calls and stand beside the tables. */
export function admitted(setup: CallsSetup, rule: Rule) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const problem = await refusal(setup, rule, { request, reply })
    if (!problem) return undefined
    if (problem.code === 'too-many-requests') reply.header('retry-after', '5')
    return sendProblem(reply, problem)
  }
}

async function refusal(setup: CallsSetup, call: Rule, { request, reply }: Http): Promise<Problem | null> {
  const byCookie = call.access === 'session' || (call.access === 'public' && request.method !== 'GET')
  if (byCookie && !comesFromTheShop(request, setup.origins)) return new Problem('wrong-origin')
  if (call.access === 'session') request.person = await setup.gate.session({ request, reply })
  if (call.access === 'session' && !request.person) return new Problem('not-signed-in')
  const byToken = call.access === 'signedIn' || call.access === 'admin'
  if (byToken) request.caller = await setup.gate.caller(request)
  if (byToken && !request.caller) return new Problem('not-signed-in')
  if (call.access === 'admin' && !(await setup.gate.isAdmin(request.caller as Caller))) return new Problem('forbidden')
  const who = request.caller?.userId ?? request.ip
  return setup.limits.take(call.limit, who) ? null : new Problem('too-many-requests')
}

/** Whether the caller may name the e-mail address in the call: see `EmailScope` in the contract. */
async function mayName(setup: CallsSetup, call: Call, request: FastifyRequest): Promise<boolean> {
  if (!call.email || !request.caller) return true
  const named = [request.query, request.body, request.params].map(emailIn).find((email) => email !== null)
  if (named === undefined || named === request.caller.email) return true
  return call.email === 'ownOrAdmin' && setup.gate.isAdmin(request.caller)
}

function emailIn(part: unknown): string | null {
  if (typeof part !== 'object' || part === null || !('email' in part)) return null
  return typeof part.email === 'string' ? part.email.toLowerCase() : null
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    person: SessionPerson | null
  }
}
