import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Answer, Call, CallTable, Input } from '#contract/call.ts'
import { Problem } from '#contract/errors.ts'
import { EncodedResponse, sendEncoded } from './response-cache.ts'
import type { SessionPerson, UserSession } from './caller.ts'
import { sendProblem } from './errors.ts'
import { answerFor, refuseToPacker } from './for-packers.ts'
import { admitted, mayName } from './gate.ts'
import type { GateSetup } from './gate.ts'

/**
 * The arguments of the handler of an API call: the validated input, the request and the reply. Handlers for signed-in
 * users and guests with an order also get `caller`, and handlers that need a session also get `person`. For a call about
 * products, `caller` is null if a visitor makes it.
 */
type HandlerInput<C extends Call> = Input<C> &
  (C['access'] extends 'signedIn' | 'buyer' | 'staff' | 'admin' ? { caller: UserSession } : object) &
  (C['access'] extends 'product' ? { caller: UserSession | null } : object) &
  (C['access'] extends 'session' ? { person: SessionPerson } : object) & {
    request: FastifyRequest
    reply: FastifyReply
  }

/** Packers get only a part of the answer of a call of the staff, so it must not be encoded. */
type HandlerResult<C> = Answer<C> | Problem | (C extends { access: 'staff' } ? never : EncodedResponse)

type Handler<C extends Call> = (input: HandlerInput<C>) => Promise<HandlerResult<C>> | HandlerResult<C>

export type Handlers<T> = {
  [N in keyof T]: T[N] extends Call ? Handler<T[N]> : never
}

export type CallsSetup = GateSetup & { app: FastifyInstance }

type AnyHandler = (input: object) => Promise<object> | object

/**
 * Adds a route under `/api` for every API call that a call table of the contract declares. Before a handler runs,
 * access rights, rate limits, the input, and the email addresses in it are checked.
 */
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
      const refused = refuseToPacker(call, request)
      if (refused) return sendProblem(reply, refused)
    },
    handler: async (request, reply) => {
      const { params, query, body, caller, person } = request
      const answer = await handler({ params, query, body, caller, person, request, reply })
      if (answer instanceof Problem) return sendProblem(reply, answer)
      if (answer instanceof EncodedResponse) return sendEncoded(request, reply, answer)
      // Responses may contain tokens and personal data, so browsers and proxies must not store them.
      return reply
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify(answerFor(call, request, answer)))
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
