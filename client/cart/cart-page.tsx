import { useGuestCart } from '#client/guests/guest-cart.ts'
import { useIsJoining } from '#client/guests/joining.ts'
import { useSession } from '#client/identity/session.tsx'
import { useShopperEvents } from '#client/lib/use-shopper-events.ts'
import { usePageState } from '#client/lib/page-state.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { LoadError } from '#client/ui/states.tsx'
import { pages } from '#contract/pages.ts'
import { CartItems } from './cart-items.tsx'
import { CartSkeleton } from './cart-placeholders.tsx'
import { GuestItems } from './guest-items.tsx'
import { specTexts, words } from './texts.ts'
import { useCart } from './use-cart.ts'
import { useWaitingOrders } from './waiting-orders.tsx'
import './cart.css'

/** The cart page, `/myCart` (specification section 2, My orders). */
export function CartPage() {
  const { user } = useSession()
  const { paysAtOnce } = usePageState().settings
  return (
    <div className="page">
      <div className="spread">
        <PageTitle title={words.title}>{paysAtOnce ? specTexts.heading : words.heading}</PageTitle>
        {user && (
          <PageLink to={pages.account} className="link icon-text">
            {words.account}
          </PageLink>
        )}
      </div>
      {!user && <LogIn />}
      <div className="@container mt-6">{user ? <Cart email={user.email} /> : <GuestItems />}</div>
    </div>
  )
}

/** A login brings the cart of the browser along. */
function LogIn() {
  const isEmpty = useGuestCart() === null
  return (
    <p className="small soft mt-2">
      {isEmpty ? words.cartOfAccount : words.comesAlong}{' '}
      <PageLink to={pages.login} state={{ from: pages.cart }} className="link">
        {words.logIn}
      </PageLink>
    </p>
  )
}

function Cart({ email }: { email: string }) {
  useShopperEvents()
  const cart = useCart(email)
  const waiting = useWaitingOrders()
  const isJoining = useIsJoining()
  if (cart.isLoadingError) return <LoadError title={words.failed} query={cart} />
  if (!cart.data || !waiting || isJoining) return <CartSkeleton />
  return <CartItems email={email} all={cart.data} waiting={waiting} />
}
