import { total, useGuestCart } from '#client/guests/guest-cart.ts'
import { useSession } from '#client/identity/session.tsx'
import { useCanGuestsBuy } from '#client/lib/page-state.ts'
import { payableItems } from './row-state.ts'
import { words } from './texts.ts'
import { useCart, useDeletingIds } from './use-cart.ts'

/**
 * The number of items in the cart that can be paid now, shown beside the cart link of the navigation bar. The number
 * 0 is not shown.
 */
export function CartCount() {
  const { user } = useSession()
  const canGuestsBuy = useCanGuestsBuy()
  if (user) return <CountOfAccount email={user.email} />
  return canGuestsBuy && <CountOfGuest />
}

/** What of the cart of this browser can be paid is known only on the cart page, which asks the server. */
function CountOfGuest() {
  return <Count count={total(useGuestCart()?.items ?? [])} />
}

function CountOfAccount({ email }: { email: string }) {
  // The open page may have fetched the cart just before this code was loaded, so this component does not fetch a
  // cached cart again.
  const { data = [] } = useCart(email, { refetchOnMount: false })
  const deleting = useDeletingIds()
  return <Count count={payableItems(data.filter(({ _id }) => !deleting.includes(_id))).length} />
}

function Count({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <span className="cart-count" aria-hidden="true">
        {count}
      </span>
      <span className="sr-only">{words.countInBar(count)}</span>
    </>
  )
}
