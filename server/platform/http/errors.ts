import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import { Problem, problems } from '#contract/errors.ts'
import type { FieldError, ProblemBody } from '#contract/errors.ts'
import { NEW_EMAIL_PATTERN, UNUSABLE_EMAIL } from '#contract/values/limits.ts'
import { DatabaseUnusable, isDiskFull, isUnavailable, isUnstorable } from '../database/database-errors.ts'
import { busyPage, busyPageHeaders, wantsPage } from './busy-page.ts'

/** The value in seconds of the header `Retry-After`, which every response with status 503 has. */
const RETRY_AFTER_S = '2'

/** Thrown if a request is refused because the shop is overloaded. The response has status 503. */
export class Overloaded extends Error {
  readonly statusCode = 503
}

/**
 * Thrown if a service outside of the shop cannot be used, such as a hosted identity provider. The user gets `problem`.
 * The message is for the log, and contains no secret.
 */
export class ServiceFailed extends Error {
  readonly problem: Problem

  constructor(problem: Problem, message: string) {
    super(message)
    this.problem = problem
  }
}

/**
 * Sends an expected failure as `application/problem+json` (RFC 9457). If the status is 503 and a browser requests a
 * page, sends an HTML page instead.
 */
export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const { status, title } = problems[problem.code]
  if (status === 503) reply.header('retry-after', RETRY_AFTER_S)
  if (status === 503 && wantsPage(reply.request))
    return reply.code(status).headers(busyPageHeaders).send(busyPage(reply.request.id))
  const body: ProblemBody = { type: 'about:blank', title, status, code: problem.code, ...problem.extra }
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer(JSON.stringify)
    .send({ ...body, requestId: reply.request.id })
}

/**
 * Converts thrown errors to responses. For a known error, such as invalid input or an unavailable database, the
 * response says what is wrong. Any other error is a bug, and gets a response with status 500 and no details.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = error instanceof ServiceFailed ? error.problem : problemOf(error)
    if (problem.code === 'internal') request.log.error({ err: error, route: request.routeOptions.url }, 'bug')
    if (isDiskFull(error)) request.log.warn({ err: error }, 'disk full')
    else if (isDatabaseUnavailable(error)) request.log.warn({ err: error }, 'database unavailable')
    if (error instanceof ServiceFailed) request.log.warn({ err: error }, 'service failed')
    return sendProblem(reply, problem)
  })
}

function problemOf(error: FastifyError): Problem {
  if (error.validation)
    return new Problem('invalid-input', { errors: error.validation.map(fieldError(error.validationContext)) })
  if (error instanceof DatabaseUnusable || isDiskFull(error)) return new Problem('out-of-order')
  if (isDatabaseUnavailable(error)) return new Problem('busy')
  if (isUnstorable(error)) return new Problem('unreadable')
  return problemOfStatus(error)
}

function problemOfStatus(error: FastifyError): Problem {
  const status = error.statusCode ?? 500
  if (status === 413) return new Problem('too-large')
  if (status === 503) return new Problem('busy')
  if (status >= 400 && status < 500) return new Problem('unreadable', { detail: error.message })
  return new Problem('internal')
}

/**
 * Returns whether the error means that the database is unavailable. The error code alone does not show this: ECONNRESET
 * also occurs if a client disconnects while it sends a body. But errors of reading a request have a status from 400 to
 * 499, and errors of the database have no status.
 */
function isDatabaseUnavailable(error: FastifyError): boolean {
  return error.statusCode === undefined && isUnavailable(error)
}

type Finding = NonNullable<FastifyError['validation']>[number]

function fieldError(context: string | undefined): (finding: Finding) => FieldError {
  return (finding) => {
    const extra = finding.params['additionalProperty'] ?? finding.params['missingProperty']
    const path = finding.instancePath.slice(1).replaceAll('/', '.')
    const field = [path, typeof extra === 'string' ? extra : ''].filter(Boolean).join('.')
    return { field: field || (context ?? 'input'), message: messageOf(finding) }
  }
}

function messageOf({ params, message = 'is not right' }: Finding): string {
  return params['pattern'] === NEW_EMAIL_PATTERN ? UNUSABLE_EMAIL : message
}
