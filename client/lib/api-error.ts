import type { ProblemBody, ProblemCode } from '#contract/errors.ts'

/** A call that did not succeed. `status` is 0 and `code` is `network` when no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ProblemCode | 'network'
  readonly title: string
  readonly body: ProblemBody | null

  /** `said` is the problem document that came, or our own words where none did. */
  constructor(status: number, code: ProblemCode | 'network', said: ProblemBody | string) {
    const title = typeof said === 'string' ? said : said.title
    super(title)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.title = title
    this.body = typeof said === 'string' ? null : said
  }
}

const UNREACHABLE = 'We could not reach the shop. Please check your connection and try again.'
const TOO_SLOW = 'The shop took too long to answer. Please try again.'
const BROKEN = 'Something went wrong on our side.'

/** The one place that turns an error into words for a person. */
export function errorText(error: unknown): string {
  if (error instanceof ApiError) return error.title
  return BROKEN
}

/**
 * Whether the shop refused, so that nothing was done (4xx). Without an answer, or with a fault, what was asked for may
 * have been done all the same.
 */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500
}

/** The error of an answer that is no success; `body` is whatever JSON came with it. */
export function answerError(status: number, body: unknown): ApiError {
  if (!isProblem(body)) return new ApiError(status, 'internal', BROKEN)
  // The server only sends codes of the contract's table.
  return new ApiError(status, body.code as ProblemCode, body)
}

/** The error of a request that got no answer: no network, or a time-out. */
export function noAnswerError(cause: unknown): ApiError {
  const slow = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiError(0, 'network', slow ? TOO_SLOW : UNREACHABLE)
}

function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'title' in body
}
