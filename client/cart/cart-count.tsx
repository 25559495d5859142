import { useSession } from '#client/identity/session.tsx'
import { payableItems } from './row-state.ts'
import { words } from './texts.ts'
import { useCart, useDeletingIds } from './use-cart.ts'

/** How many items of the cart are to be paid, for its link in the navigation bar. Nothing is shown for none. */
export function CartCount() {
  const { user } = useSession()
  return user && <Count email={user.email} />
}

function Count({ email }: { email: string }) {
  // The page may have read the list just now, before this code came.
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
