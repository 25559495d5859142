import { keepForLogin, LOGIN_MS } from '#client/guest/guest-cart.ts'
import type { Choice, Offered } from '#client/guest/guest-cart.ts'
import { useLocation, useNavigate } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'
import { keepLoginReason } from '#client/identity/login-reason.ts'
import { words } from '../texts.ts'

/** Returns a function that asks the user to sign in, and to come back to this page then. The login page says why. */
export function useSignIn(): (reason: string) => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return (reason) => navigate(pages.login, { state: { from: pathname + search, reason } })
}

/**
 * Returns a function that asks a visitor to sign in, and puts a product into the cart then, with what the visitor wanted
 * to buy before.
 */
export function useSignInToBuy(): (product: Offered, choice: Choice) => void {
  const signIn = useSignIn()
  return (product, choice) => {
    const all = keepForLogin(product, choice)
    const names = all.map(({ product: { name }, count }) => words.several(name, count))
    const isOne = all.length === 1 && (choice.count ?? 1) === 1
    const reason = words.signInToBuy(LIST.format(names), isOne)
    keepLoginReason({ reason, until: Date.now() + LOGIN_MS })
    signIn(reason)
  }
}

const LIST = new Intl.ListFormat('en')
