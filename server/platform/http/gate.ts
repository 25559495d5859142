import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Access, Call, CountedLimit, Role } from '#contract/call.ts'
import { Problem } from '#contract/errors.ts'
import { AS_GUEST } from '#contract/values/as-guest.ts'
import type { Gate, LookUp, SessionPerson, UserSession } from './caller.ts'
import { sendProblem } from './errors.ts'
import { countedByAddress, wider } from './rate-limits.ts'
import type { Bucket, Counted, Limits } from './rate-limits.ts'
import type { SharedLimits } from '../limits/shared-limits.ts'
import { comesFromTheShop, isReading } from './origin.ts'

/** Everything that is needed to check whether a request is allowed. */
export type GateSetup = {
  gate: Gate
  limits: Limits
  shared: SharedLimits
  origins: Set<string>
  /** Returns whether the shop is open for customers. */
  isOpen: () => Promise<boolean>
  /** Returns whether everyone may see the products of the shop. Returns a promise only if it is not cached. */
  showsProducts: () => Promise<boolean> | boolean
}

/**
 * `adminBySession`, `staffBySession` and `userBySession` are for URLs that the browser requests without an access token, such as
 * downloads. The session cookie identifies the user. `signature` is for requests of other servers that carry a
 * signature, which the route checks.
 */
type Rule = Pick<Call, 'limit' | 'limitOfVisitors' | 'whileClosed'> & {
  access: Access | BySession | 'signature'
}
type BySession = 'adminBySession' | 'staffBySession' | 'userBySession'
type Check = { setup: GateSetup; rule: Rule; request: FastifyRequest; reply: FastifyReply }
type CheckResult = Promise<Problem | null> | Problem | null
type Step = (check: Check) => CheckResult

/** The checks that run before every API call, in this order. */
const steps: Step[] = [
  refuseOtherSites,
  requireSession,
  requireUserSession,
  requireToken,
  requireProductAccess,
  requireRole,
  requireOpenShop,
  countRequest,
]

/**
 * Returns a Fastify hook that runs all checks, and sends the first problem as the response. `serveCalls` adds it to the
 * calls of the contract. Other routes, such as downloads, add it themselves.
 */
export function admitted(setup: GateSetup, rule: Rule): onRequestHookHandler {
  return (request, reply, done) => {
    const end = (problem: Problem | null) => void (problem ? sendProblem(reply, problem) : done())
    const outcome = passAll({ setup, rule, request, reply })
    if (outcome instanceof Promise) outcome.then(end, done)
    else end(outcome)
  }
}

/**
 * Runs the checks and returns the first problem, or null if there is none. Returns a promise only if a check has to
 * look something up.
 */
function passAll(check: Check, from = 0): CheckResult {
  for (let index = from; index < steps.length; index++) {
    const outcome = steps[index]?.(check)
    if (outcome instanceof Promise) return outcome.then((problem) => problem ?? passAll(check, index + 1))
    if (outcome) return outcome
  }
  return null
}

/**
 * Returns a problem if the request does not come from one of our own pages, and the call either requires the session
 * cookie, or changes something without an access token, such as signing in or the checkout of a guest. Browsers also send
 * cookies with requests that other sites cause.
 */
function refuseOtherSites({ setup, rule, request }: Check): Problem | null {
  const isOpen = rule.access === 'public' || (isForGuests(rule) && !hasToken(request))
  const byCookie = rule.access === 'session' || (isOpen && !isReading(request))
  return byCookie && !comesFromTheShop(request, setup.origins) ? new Problem('wrong-origin') : null
}

function isForGuests({ access }: Rule): boolean {
  return access === 'product' || access === 'buyer'
}

function requireSession(check: Check): CheckResult {
  const { setup, rule, request, reply } = check
  if (rule.access !== 'session') return null
  const find = setup.gate.session({ request, reply })
  return find
    ? identify(check, find, (person) => void (request.person = person))
    : new Problem('not-signed-in')
}

function requireUserSession(check: Check): CheckResult {
  const { setup, rule, request } = check
  const roles = ROLES_BY_SESSION[rule.access]
  if (!roles) return null
  const find = setup.gate.userBySession(request)
  if (!find) return new Problem('not-signed-in')
  const findAllowed = async () => {
    const found = await find()
    return found && roles.has(found.role) ? found : null
  }
  return identify(check, findAllowed, (caller) => void (request.caller = caller))
}

const ROLES_BY_SESSION: Partial<Record<Rule['access'], ReadonlySet<Role | null>>> = {
  adminBySession: new Set(['Admin']),
  staffBySession: new Set(['Admin', 'Packer']),
  userBySession: new Set(['Admin', 'Packer', null]),
}

function requireToken(check: Check): CheckResult {
  const { access } = check.rule
  if (access === 'buyer' && !hasToken(check.request)) return identifyGuest(check)
  return BY_TOKEN.has(access) ? identifyByToken(check) : null
}

const BY_TOKEN: ReadonlySet<Rule['access']> = new Set(['signedIn', 'buyer', 'staff', 'admin'])

function hasToken({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined && headers.authorization !== AS_GUEST
}

function identifyGuest(check: Check): CheckResult {
  const { setup, request } = check
  const find = setup.gate.guest(request)
  return find
    ? identify(check, find, (caller) => void (request.caller = caller))
    : new Problem('not-signed-in')
}

function identifyByToken(check: Check): CheckResult {
  const { setup, request } = check
  const found = setup.gate.caller(request)
  if (typeof found === 'function') return identify(check, found, (caller) => void (request.caller = caller))
  request.caller = found
  return found ? null : new Problem('not-signed-in')
}

/**
 * Identifies the caller of a call about products. If everyone may see the products, a request without a valid access
 * token is one of a visitor.
 */
function requireProductAccess(check: Check): CheckResult {
  if (check.rule.access !== 'product') return null
  const identified = identifyByToken(check)
  if (identified instanceof Promise) return identified.then((problem) => unlessShown(check, problem))
  return unlessShown(check, identified)
}

function unlessShown({ setup }: Check, problem: Problem | null): CheckResult {
  if (problem?.code !== 'not-signed-in') return problem
  const shown = setup.showsProducts()
  if (shown instanceof Promise) return shown.then((isShown) => (isShown ? null : problem))
  return shown ? null : problem
}

/**
 * The limit of failed look-ups of a token or a session, for one session or IP address. It is needed because each
 * look-up costs time: it verifies a signature or reads the database.
 */
const FAILED_LOOK_UPS: Bucket = { burst: 500, refillMs: 10 }

async function identify<T>(
  { setup, request, reply }: Check,
  find: LookUp<T>,
  onFound: (found: T) => void,
): Promise<Problem | null> {
  const { gate, limits } = setup
  const counted = lookUpsOf(gate, request)
  if (!limits.takeAll(counted)) return tooManyRequests(reply)
  let isUnknown = false
  try {
    const found = await find()
    isUnknown = found === null
    if (found !== null) onFound(found)
    return isUnknown ? new Problem('not-signed-in') : null
  } finally {
    if (!isUnknown) limits.giveAllBack(counted)
  }
}

/**
 * Returns the rate limits for which a failed look-up of this request counts. If the browser has a session cookie that
 * this shop has signed, the look-up counts for that session. If it counted for the IP address alone, one client with
 * forged tokens could lock out all other clients at its address. The cookie of an ended session is still signed, and
 * a client can collect many such cookies. The look-up therefore also counts for the address, with a higher limit.
 */
function lookUpsOf(gate: Gate, request: FastifyRequest): Counted[] {
  const session = gate.signedSession(request)
  if (session === null) return countedByAddress(FAILED_LOOK_UPS, 'look-ups from', request.ip)
  const own = { bucket: FAILED_LOOK_UPS, key: `look-ups of ${session}` }
  return [own, ...countedByAddress(wider(FAILED_LOOK_UPS), 'look-ups by session from', request.ip)]
}

/** Requires the role that a call is for. The caller gets the role of this moment, which may not be the one in the cache. */
function requireRole({ setup, rule: { access }, request }: Check): CheckResult {
  const { caller } = request
  if (access !== 'admin' && access !== 'staff') return null
  if (!caller) return new Problem('forbidden')
  const admit = (role: Role | null) => {
    request.caller = { ...caller, role }
    return role === 'Admin' || (role === 'Packer' && access === 'staff') ? null : new Problem('forbidden')
  }
  const role = setup.gate.role(caller)
  return role instanceof Promise ? role.then(admit) : admit(role)
}

function requireOpenShop(check: Check): CheckResult {
  return check.rule.whileClosed === 'admins' ? refuseWhileClosed(check) : null
}

/** Returns a problem if the shop is not open yet, and the call is only for admins until then. */
async function refuseWhileClosed({ setup, request: { caller } }: Check): Promise<Problem | null> {
  if (await setup.isOpen()) return null
  return caller && (await setup.gate.role(caller)) === 'Admin' ? null : new Problem('not-open')
}

/**
 * The limits that all server instances share. That of sign-ins is not shared: it only limits how much one client makes
 * this process compute. What protects the accounts is the limit of failed sign-ins (`identity/sign-in.ts`).
 */
const SHARED: ReadonlySet<CountedLimit> = new Set<CountedLimit>(['signUp', 'guest', 'reset'])

function countRequest({ setup: { limits, shared }, rule, request, reply }: Check): CheckResult {
  if (rule.limit === 'memory') return null
  const { caller, person } = request
  const id = caller?.userId ?? person?.subject
  if (id !== undefined) return limits.take(rule.limit, id) ? null : tooManyRequests(reply)
  const limit = rule.limitOfVisitors ?? rule.limit
  const counted = limits.countedAt(limit, request.ip)
  if (!SHARED.has(limit)) return limits.takeAll(counted) ? null : tooManyRequests(reply)
  return Promise.resolve(shared.takeAll(counted)).then((isAllowed) =>
    isAllowed ? null : tooManyRequests(reply),
  )
}

function tooManyRequests(reply: FastifyReply): Problem {
  reply.header('retry-after', '5')
  return new Problem('too-many-requests')
}

/**
 * Returns whether the caller may use the email addresses in the request. The rules are in `EmailScope` in the
 * contract.
 */
export async function mayName(setup: GateSetup, call: Call, request: FastifyRequest): Promise<boolean> {
  if (!call.email || !request.caller) return true
  const { email: own } = request.caller
  // Query, body and path are all checked, because the handler may read the email address from any of them.
  const named = [request.query, request.body, request.params].map(emailIn)
  if (named.every((email) => email === null || email === own)) return true
  return call.email === 'ownOrAdmin' && (await setup.gate.role(request.caller)) === 'Admin'
}

function emailIn(part: unknown): string | null {
  if (typeof part !== 'object' || part === null || !('email' in part)) return null
  return typeof part.email === 'string' ? part.email.toLowerCase() : null
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: UserSession | null
    person: SessionPerson | null
  }
}
