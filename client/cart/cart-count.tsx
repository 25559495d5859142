import { useSession } from '#client/identity/session.tsx'
import { payableItems } from './row-state.ts'
import { words } from './texts.ts'
import { useCart, useDeletingIds } from './use-cart.ts'

/**
 * The number of items in the cart that can be paid now, shown beside the cart link of the navigation bar. The number
 * 0 is not shown.
 */
export function CartCount() {
  const { user } = useSession()
  return user && <Count email={user.email} />
}

function Count({ email }: { email: string }) {
  // The open page may have fetched the cart just before this code was loaded, so this component does not fetch a
  // cached cart again.
  const { data = [] } = useCart(email, { refetchOnMount: false })
  const deleting = useDeletingIds()
  const count = payableItems(data.filter(({ _id }) => !deleting.includes(_id))).length
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
