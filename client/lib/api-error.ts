import type { ProblemBody, ProblemCode } from '#contract/errors.ts'

/** The error of a failed API call. If no response arrived, `status` is 0 and `code` is `network`. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ProblemCode | 'network'
  readonly title: string
  readonly body: ProblemBody | null

  /** `problem` is the problem document of the response (RFC 9457), or a text for the user if the response has none. */
  constructor(status: number, code: ProblemCode | 'network', problem: ProblemBody | string) {
    const title = typeof problem === 'string' ? problem : problem.title
    super(title)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.title = title
    this.body = typeof problem === 'string' ? null : problem
  }
}

const UNREACHABLE = 'We could not reach the shop. Please check your connection and try again.'
const TOO_SLOW = 'The shop took too long to answer. Please try again.'
const AWAY = 'The shop cannot be reached at the moment. Please try again in a minute.'
const BROKEN = 'Something went wrong on our side.'

/** With these statuses, a proxy reports that no instance of the shop has responded. It has no words for the user. */
const FROM_PROXY = [502, 503, 504]

/**
 * Returns the text that describes an error to the user. All errors other than `ApiError` have the same text. A failure
 * of the server has the id of the request, with which the operator finds it in the log.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return BROKEN
  const id = error.code === 'internal' ? error.body?.requestId : undefined
  return id ? `${error.title} (Request ${id})` : error.title
}

/**
 * Returns whether the server refused the API call (status 4xx), so that nothing was changed. After a network error or
 * a server error, the server may have made the change.
 */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/**
 * Returns the error for a response whose status is not a success. `body` is the parsed JSON, which may have any
 * shape.
 */
export function responseError(status: number, body: unknown): ApiError {
  if (!isProblem(body)) return new ApiError(status, 'internal', FROM_PROXY.includes(status) ? AWAY : BROKEN)
  // The cast is safe because the server sends only codes that are defined in `contract/`.
  return new ApiError(status, body.code as ProblemCode, body)
}

/** Returns the error for a request that got no response because of a network error or a time-out. */
export function networkError(cause: unknown): ApiError {
  const slow = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(0, 'network', slow ? TOO_SLOW : UNREACHABLE)
}

function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'title' in body
}
