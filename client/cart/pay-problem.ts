import { errorText, isRefusal } from '#client/lib/api.ts'
import type { ApiError } from '#client/lib/api.ts'
import { words } from './texts.ts'

/** How a payment that was not acknowledged is told: as being checked, or as refused with what to say. */
export type PayProblem = { kind: 'checking' } | { kind: 'refused'; text: string }

/**
 * Reads the error of a payment call. Only an answer that says so means that nothing was charged; without an
 * answer, or with a fault, the payment may have gone through and is being checked.
 */
export function readPayProblem(error: unknown): PayProblem {
  if (!isRefusal(error) || error.code === 'being-paid') return { kind: 'checking' }
  return { kind: 'refused', text: refusalText(error) }
}

/** The detail of these names the product. */
const NAMED = ['price-changed', 'product-removed']

function refusalText(error: ApiError): string {
  const { detail, total } = error.body ?? {}
  if (NAMED.includes(error.code) && detail) return words.refused(detail)
  if (error.code === 'total-changed' && total) return words.totalChanged(total)
  return errorText(error)
}
