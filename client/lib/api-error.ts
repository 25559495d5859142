import type { ProblemBody, ProblemCode } from '#contract/errors.ts'

/** The error of a failed call. Without a response, `status` is 0 and `code` is `network`. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ProblemCode | 'network'
  readonly title: string
  readonly body: ProblemBody | null

  /** `problem` is the problem document of the response or, without one, a text for the person. */
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
const BROKEN = 'Something went wrong on our side.'

/** Returns the text of an error for a person. Errors are turned into texts only here. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.title
  return BROKEN
}

/**
 * Returns whether the shop refused the call (4xx), so that it changed nothing. After a network error or a server error
 * the shop may have made the change.
 */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** Makes the error of a response that is no success. `body` is its JSON, of any shape. */
export function responseError(status: number, body: unknown): ApiError {
  if (!isProblem(body)) return new ApiError(status, 'internal', BROKEN)
  // The server sends no codes but those of the contract.
  return new ApiError(status, body.code as ProblemCode, body)
}

/** Makes the error of a request without a response: a network error or a time-out. */
export function networkError(cause: unknown): ApiError {
  const slow = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(0, 'network', slow ? TOO_SLOW : UNREACHABLE)
}

function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'title' in body
}
