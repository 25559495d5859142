import { useSession } from '#client/identity/session.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
import { useRowFocus } from '#client/ui/use-row-focus.ts'
import { homeSections, pages } from '#contract/pages.ts'
import type { OrderItem } from '#contract/orders.ts'
import { CartSkeleton } from './cart-skeleton.tsx'
import { CartSummary } from './cart-summary.tsx'
import { CartTable } from './cart-table.tsx'
import { texts, words } from './texts.ts'
import { useCart, useDeletingIds } from './use-cart.ts'

/** `/myCart`: specification section 2, My orders. */
export function CartPage() {
  const { user } = useSession()
  return (
    <div className="page">
      <PageTitle title={words.title}>{texts.heading}</PageTitle>
      <div className="mt-6">{user && <Cart email={user.email} />}</div>
    </div>
  )
}

function Cart({ email }: { email: string }) {
  const cart = useCart(email)
  if (cart.data) return <Items email={email} all={cart.data} />
  if (cart.isPending) return <CartSkeleton />
  return (
    <ErrorState
      title={words.failed}
      error={cart.error}
      retrying={cart.isFetching}
      onRetry={() => void cart.refetch()}
    />
  )
}

function Items({ email, all }: { email: string; all: OrderItem[] }) {
  const deleting = useDeletingIds()
  const items = all.filter((item) => !deleting.includes(item._id))
  // What was just put in is what somebody comes for. The order of the books stays in what is paid.
  const newestFirst = items.toReversed()
  const rememberRow = useRowFocus(newestFirst)
  if (items.length === 0) return <EmptyCart />
  return (
    <>
      <CartTable items={newestFirst} onAct={rememberRow} />
      <CartSummary email={email} items={items} />
    </>
  )
}

function EmptyCart() {
  return (
    <EmptyState title={words.emptyTitle}>
      <p>{words.empty}</p>
      <ButtonLink to={`${pages.home}#${homeSections.coffees}`}>{words.toCoffee}</ButtonLink>
    </EmptyState>
  )
}
