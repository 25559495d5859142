import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import { Problem } from '#contract/errors.ts'
import type { Caller, Gate, SessionPerson } from './caller.ts'
import { sendProblem } from './errors.ts'
import type { Limits } from './limits.ts'
import { comesFromTheShop, isReading } from './origin.ts'

/** What a call's rule is checked with. */
export type GateSetup = { gate: Gate; limits: Limits; origins: Set<string> }

type Rule = Pick<Call, 'access' | 'limit'>
type Visit = { setup: GateSetup; rule: Rule; request: FastifyRequest; reply: FastifyReply }
type Step = (visit: Visit) => Promise<Problem | null> | Problem | null

/** What stands before every call, always in this order. */
const steps: Step[] = [isFromOurSite, holdsSession, holdsToken, isAdministrator, isNotTooOften]

/** The gate as a hook; also for the few routes that are no JSON calls and stand beside the tables. */
export function admitted(setup: GateSetup, rule: Rule) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    for (const step of steps) {
      const problem = await step({ setup, rule, request, reply })
      if (problem) return sendProblem(reply, problem)
    }
    return undefined
  }
}

/** Whoever is recognised by a cookie could be sent here by another site. */
function isFromOurSite({ setup, rule, request }: Visit): Problem | null {
  const byCookie = rule.access === 'session' || (rule.access === 'public' && !isReading(request))
  return byCookie && !comesFromTheShop(request, setup.origins) ? new Problem('wrong-origin') : null
}

async function holdsSession({ setup, rule, request, reply }: Visit): Promise<Problem | null> {
  if (rule.access !== 'session') return null
  request.person = await setup.gate.session({ request, reply })
  return request.person ? null : new Problem('not-signed-in')
}

async function holdsToken({ setup, rule, request }: Visit): Promise<Problem | null> {
  if (rule.access !== 'signedIn' && rule.access !== 'admin') return null
  request.caller = await setup.gate.caller(request)
  return request.caller ? null : new Problem('not-signed-in')
}

async function isAdministrator({ setup, rule, request }: Visit): Promise<Problem | null> {
  if (rule.access !== 'admin') return null
  return request.caller && (await setup.gate.isAdmin(request.caller)) ? null : new Problem('forbidden')
}

function isNotTooOften({ setup, rule, request, reply }: Visit): Problem | null {
  if (setup.limits.take(rule.limit, request.caller?.userId ?? request.ip)) return null
  reply.header('retry-after', '5')
  return new Problem('too-many-requests')
}

/** Whether the caller may name the e-mail address in the call: see `EmailScope` in the contract. */
export async function mayName(setup: GateSetup, call: Call, request: FastifyRequest): Promise<boolean> {
  if (!call.email || !request.caller) return true
  const { email: own } = request.caller
  // Wherever the address stands: a call that reads one place must not be let in by what stands in another.
  const named = [request.query, request.body, request.params].map(emailIn)
  if (named.every((email) => email === null || email === own)) return true
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
