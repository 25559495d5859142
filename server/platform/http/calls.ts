import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Answer, Call, CallTable, Input } from '#contract/call.ts'
import { Problem } from '#contract/errors.ts'
import { Finished, sendFinished } from './answer-cache.ts'
import type { Caller, SessionPerson } from './caller.ts'
import { sendProblem } from './errors.ts'
import { admitted, mayName } from './gate.ts'
import type { GateSetup } from './gate.ts'

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

export type CallsSetup = GateSetup & { app: FastifyInstance }

type AnyHandler = (asked: object) => Promise<unknown> | unknown

/** Serves every call of a table under `/api`. Before each handler stand the gate, the schema, and the e-mail's owner. */
export function serveCalls<T extends CallTable>(setup: CallsSetup, table: T, handlers: Handlers<T>): void {
  for (const [name, call] of Object.entries<Call>(table)) {
    const handler = handlers[name as keyof T] as unknown as AnyHandler // cast: the mapped type ties each to its call, a loop cannot
    serveCall(setup, { name, call, handler })
  }
}

function serveCall(
  setup: CallsSetup,
  { name, call, handler }: { name: string; call: Call; handler: AnyHandler },
): void {
  const [method, path] = name.split(' ') as [HTTPMethods, string] // cast: the table's type says that names are so
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
      // Tokens and people's own data: nothing on the way may keep them.
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(answer))
    },
  })
}

function schemaOf(call: Call) {
  return {
    ...(call.params && { params: call.params }),
    ...(call.query && { querystring: call.query }),
    ...(call.body && { body: call.body }),
  }
}
