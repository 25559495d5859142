import { useQueryClient } from '@tanstack/react-query'
import { addToGuestCart, keepForLogin, LOGIN_MS } from '#client/guests/guest-cart.ts'
import type { Choice, Offered } from '#client/guests/guest-cart.ts'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'
import { keepLoginReason } from '#client/identity/login-reason.ts'
import { listText } from '#client/lib/list-text.ts'
import { useCanGuestsBuy } from '#client/lib/page-state.ts'
import { showInfo } from '#client/ui/toasts.tsx'
import type { Product } from '#contract/catalogue.ts'
import { words } from '../texts.ts'
import { showAdded } from './purchase.ts'

/** Returns a function that asks the user to sign in, and to come back to this page then. The login page says why. */
export function useSignIn(): (reason: string) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (reason) => navigate(pages.login, { state: { from: pathname + search, reason } })
}

/**
 * Returns a function that adds a product to the cart of a visitor in a shop where people can buy without an account. In
 * other shops, it asks the visitor to sign in.
 */
export function useBuyAsVisitor(): (product: Product, choice: Choice) => void {
  const canGuestsBuy = useCanGuestsBuy()
  const client = useQueryClient()
  const signInToBuy = useSignInToBuy()
  return (product, choice) => {
    if (!canGuestsBuy) return signInToBuy(product, choice)
    const { count = 1 } = choice
    const added = addToGuestCart(product, choice)
    if (added > 0) showAdded(client, product, { ...choice, count: added })
    if (added < count) showInfo(words.noMoreLeft(product.name))
  }
}

/**
 * Returns a function that asks a visitor to sign in, and puts a product into the cart then, with what the visitor wanted
 * to buy before.
 */
function useSignInToBuy(): (product: Offered, choice: Choice) => void {
  const signIn = useSignIn()
  return (product, choice) => {
    const all = keepForLogin(product, choice)
    const names = all.map(({ product: { name }, count }) => words.several(name, count))
    const isOne = all.length === 1 && (choice.count ?? 1) === 1
    const reason = words.signInToBuy(listText(names), isOne)
    keepLoginReason({ reason, until: Date.now() + LOGIN_MS })
    signIn(reason)
  }
}
