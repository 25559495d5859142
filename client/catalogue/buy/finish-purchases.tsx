import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { JOINING } from '#client/guests/joining.ts'
import { isLoginTab } from '#client/identity/login-reason.ts'
import { useSession } from '#client/identity/session.tsx'
import { useCurrency } from '#client/lib/page-state.ts'
import type { Person } from '#contract/identity/sign-in.ts'
import { joinCart } from './join-cart.ts'
import { refetchCart } from './purchase.ts'

/**
 * How long a tab waits before it adds the cart of the browser to that of the account, if the user has logged in in another
 * tab, in ms. A login signs in all tabs, and the messages belong into that one.
 */
const OTHER_TAB_MS = 4000

/** Adds what the person has put into the cart of this browser before signing in to the cart of the account. */
export function FinishPurchases() {
  const { user } = useSession()
  const client = useQueryClient()
  const currency = useCurrency()
  const { mutate } = useMutation({
    mutationKey: JOINING,
    mutationFn: (buyer: Person) => oneTabAtATime(() => joinCart(client, buyer, currency)),
    onSettled: (_done, _error, buyer) => refetchCart(client, buyer),
  })
  useEffect(() => {
    if (!user) return undefined
    const timer = setTimeout(() => mutate(user), isLoginTab() ? 0 : OTHER_TAB_MS)
    return () => clearTimeout(timer)
  }, [user, mutate])
  return null
}

/** With a lock, only one of several tabs adds the items. Browsers have locks only on `https` and `localhost`. */
function oneTabAtATime(act: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request(JOINING.join(), act) : act()
}
