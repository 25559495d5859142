import { ApiError, errorText } from '#client/lib/api.ts'
import { words } from './texts.ts'

/** How a payment that was not acknowledged is told: as being checked, or as refused with what to say. */
export type PayProblem = { kind: 'checking' } | { kind: 'refused'; text: string }

/**
 * Reads the error of a payment call. Only an answer that says so means that nothing was charged; without an
 * answer, or with a fault, the payment may have gone through and is being checked.
 */
export function readPayProblem(error: unknown, productName?: string): PayProblem {
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return { kind: 'checking' }
  if (error.code === 'being-paid') return { kind: 'checking' }
  return { kind: 'refused', text: refusalText(error, productName) }
}

function refusalText(error: ApiError, productName?: string): string {
  const { price, total } = error.body ?? {}
  if (error.code === 'price-changed' && price && productName) return words.priceChanged(productName, price)
  if (error.code === 'total-changed' && total) return words.totalChanged(total)
  return errorText(error)
}
