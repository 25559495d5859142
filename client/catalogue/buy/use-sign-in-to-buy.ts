import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'
import { words } from '../texts.ts'
import { keepPurchase } from './pending-purchase.ts'
import type { Choice, Offered } from './purchase.ts'

/** Returns a function that asks the user to sign in, and to come back to this page then. The login page says why. */
export function useSignIn(): (reason: string) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (reason) => navigate(pages.login, { state: { from: pathname + search, reason } })
}

/** Returns a function that asks a visitor to sign in, and puts a product into the cart then. */
export function useSignInToBuy(): (product: Offered, choice: Choice) => void {
  const signIn = useSignIn()
  const { pathname } = useLocation()
  return (product, choice) => {
    keepPurchase({ product, choice, page: pathname })
    signIn(words.signInToBuy(product.name))
  }
}
