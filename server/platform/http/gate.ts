import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Access, Call } from '#contract/call.ts'
import { Problem } from '#contract/errors.ts'
import type { AdminSession, Caller, Gate, LookUp, SessionPerson } from './caller.ts'
import { sendProblem } from './errors.ts'
import { countedByAddress, wider } from './limits.ts'
import type { Bucket, Counted, Limits } from './limits.ts'
import { comesFromTheShop, isReading } from './origin.ts'

/** What a call's rule is checked with. */
export type GateSetup = { gate: Gate; limits: Limits; origins: Set<string> }

/** `adminBySession` is for what a browser opens by itself, without an access token. */
type Rule = Pick<Call, 'limit'> & { access: Access | 'adminBySession' }
type Visit = { setup: GateSetup; rule: Rule; request: FastifyRequest; reply: FastifyReply }
type Outcome = Promise<Problem | null> | Problem | null
type Step = (visit: Visit) => Outcome

/** What stands before every call, always in this order. */
const steps: Step[] = [
  isFromOurSite,
  holdsSession,
  holdsAdminSession,
  holdsToken,
  isAdministrator,
  isNotTooOften,
]

/** The gate as a hook; also for the few routes that are no JSON calls and stand beside the tables. */
export function admitted(setup: GateSetup, rule: Rule): onRequestHookHandler {
  return (request, reply, done) => {
    const end = (problem: Problem | null) => void (problem ? sendProblem(reply, problem) : done())
    const outcome = passAll({ setup, rule, request, reply })
    if (outcome instanceof Promise) outcome.then(end, done)
    else end(outcome)
  }
}

/** The first problem on the way; whoever is remembered passes without waiting. */
function passAll(visit: Visit, from = 0): Outcome {
  for (let index = from; index < steps.length; index++) {
    const outcome = steps[index]?.(visit)
    if (outcome instanceof Promise) return outcome.then((problem) => problem ?? passAll(visit, index + 1))
    if (outcome) return outcome
  }
  return null
}

/** Whoever is recognised by a cookie could be sent here by another site. */
function isFromOurSite({ setup, rule, request }: Visit): Problem | null {
  const byCookie = rule.access === 'session' || (rule.access === 'public' && !isReading(request))
  return byCookie && !comesFromTheShop(request, setup.origins) ? new Problem('wrong-origin') : null
}

function holdsSession(visit: Visit): Outcome {
  const { setup, rule, request, reply } = visit
  if (rule.access !== 'session') return null
  const find = setup.gate.session({ request, reply })
  return find
    ? recognise(visit, find, (person) => void (request.person = person))
    : new Problem('not-signed-in')
}

function holdsAdminSession(visit: Visit): Outcome {
  const { setup, rule, request, reply } = visit
  if (rule.access !== 'adminBySession') return null
  const find = setup.gate.adminBySession({ request, reply })
  if (!find) return new Problem('not-signed-in')
  return recognise(visit, find, (admin) => {
    request.admin = admin
    request.caller = admin
  })
}

function holdsToken(visit: Visit): Outcome {
  const { setup, rule, request } = visit
  if (rule.access !== 'signedIn' && rule.access !== 'admin') return null
  const found = setup.gate.caller(request)
  if (typeof found === 'function') return recognise(visit, found, (caller) => void (request.caller = caller))
  request.caller = found
  return found ? null : new Problem('not-signed-in')
}

/**
 * Look-ups that one session or address may have fail at once, then one more every 10 ms: each costs a signature check
 * or a question to the database.
 */
const FAILED_LOOK_UPS: Bucket = { burst: 500, refillMs: 10 }

async function recognise<T>(
  { setup, request, reply }: Visit,
  find: LookUp<T>,
  keep: (found: T) => void,
): Promise<Problem | null> {
  const { gate, limits } = setup
  const counted = lookUpsOf(gate, request)
  if (!limits.takeAll(counted)) return tooOften(reply)
  let isStranger = false
  try {
    const found = await find()
    isStranger = found === null
    if (found !== null) keep(found)
    return isStranger ? new Problem('not-signed-in') : null
  } finally {
    if (!isStranger) limits.giveAllBack(counted)
  }
}

/**
 * A browser with a session cookie that we signed is counted by that session. If it were counted by its address alone, one
 * client with made-up tokens would lock out all others there. The cookie of a session that has ended is still signed, and
 * a client may collect many of them, so such browsers are also counted by address together, with a wider allowance.
 */
function lookUpsOf(gate: Gate, request: FastifyRequest): Counted[] {
  const session = gate.signedSession(request)
  if (session === null) return countedByAddress(FAILED_LOOK_UPS, 'look-ups from', request.ip)
  const own = { bucket: FAILED_LOOK_UPS, key: `look-ups of ${session}` }
  return [own, ...countedByAddress(wider(FAILED_LOOK_UPS), 'look-ups by session from', request.ip)]
}

function isAdministrator({ setup, rule, request }: Visit): Outcome {
  if (rule.access !== 'admin') return null
  const isAdmin = request.caller && setup.gate.isAdmin(request.caller)
  return isAdmin instanceof Promise ? isAdmin.then(refuseUnless) : refuseUnless(isAdmin)
}

function refuseUnless(isAdmin: boolean | null): Problem | null {
  return isAdmin ? null : new Problem('forbidden')
}

function isNotTooOften({ setup, rule, request, reply }: Visit): Problem | null {
  if (rule.limit === 'memory') return null
  const { caller, person } = request
  const id = caller?.userId ?? person?.subject
  const isAllowed =
    id === undefined ? setup.limits.takeAt(rule.limit, request.ip) : setup.limits.take(rule.limit, id)
  return isAllowed ? null : tooOften(reply)
}

function tooOften(reply: FastifyReply): Problem {
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
    admin: AdminSession | null
  }
}
