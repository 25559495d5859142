import { usePageState } from '#client/lib/page-state.ts'
import { useNavigate } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'

/**
 * The query parameter of the checkout's URL with the id of a line. It is set if the customer pays only for this line.
 */
const LINE = 'line'

/**
 * Returns a function that opens the checkout, for one line or for the whole cart. Returns null if the shop has no
 * checkout. Customers then pay directly from the cart.
 */
export function useCheckoutLink(): ((lineId?: string) => void) | null {
  const { hasCheckout } = usePageState().settings
  const navigate = useNavigate()
  return hasCheckout ? (lineId) => navigate(checkoutAddress(lineId)) : null
}

export function checkoutAddress(lineId?: string): string {
  return lineId === undefined
    ? pages.checkout
    : `${pages.checkout}?${new URLSearchParams({ [LINE]: lineId })}`
}

/** Returns the id of the line to pay for from the query of the checkout's URL, or null for the whole cart. */
export function lineInQuery(search: string): string | null {
  return new URLSearchParams(search).get(LINE)
}
