import { useGuestCart } from '#client/guests/guest-cart.ts'
import { useOpenPayment } from '#client/guests/open-payment.ts'
import { useSession } from '#client/identity/session.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, LoadError } from '#client/ui/states.tsx'
import { homeSections, pages } from '#contract/pages.ts'
import './checkout.css'
import { CheckoutSteps } from './checkout-steps.tsx'
import { GuestSteps } from './guest/guest-steps.tsx'
import { words } from './texts.ts'
import { useGuestQuote } from './guest/use-guest-quote.ts'
import { useAccountQuote } from './use-quote.ts'

/** The page `/checkout`: address, delivery, note, total and payment. */
export function CheckoutPage() {
  const { paysAtOnce, delivers } = usePageState().settings
  return (
    <div className="page">
      <PageTitle title={words.title} />
      <div className="@container mt-6">{delivers || !paysAtOnce ? <Checkout /> : <NoCheckout />}</div>
    </div>
  )
}

/** What the page shows in a demo shop without delivery methods, whose cart is paid without a checkout. */
function NoCheckout() {
  return (
    <EmptyState title={words.none} more={words.noneMore}>
      <ButtonLink to={pages.cart}>{words.toCart}</ButtonLink>
    </EmptyState>
  )
}

function Checkout() {
  return useSession().user ? <AccountCheckout /> : <GuestCheckout />
}

function AccountCheckout() {
  const state = useAccountQuote()
  const { quote, saved, isJoining } = state
  const failed = [saved, quote].find(({ isLoadingError }) => isLoadingError)
  if (failed) return <LoadError title={words.failed} query={failed} />
  if (!quote.data || saved.isPending || isJoining) return <CheckoutSkeleton />
  return quote.data.lines.length === 0 ? <NothingToPay /> : <CheckoutSteps state={state} quote={quote.data} />
}

function GuestCheckout() {
  const state = useGuestQuote()
  const isEmpty = useGuestCart() === null
  const { openId, isUnknown } = useOpenPayment()
  const { quote } = state
  if (isEmpty) return <NothingToPay />
  if (openId !== undefined) return <PaymentOpen id={openId} />
  if (quote.isLoadingError) return <LoadError title={words.failed} query={quote} />
  if (!quote.data || isUnknown) return <CheckoutSkeleton />
  return quote.data.lines.length === 0 ? <NothingToPay /> : <GuestSteps state={state} quote={quote.data} />
}

/** The payment of the cart has begun, and nothing else can be paid for before it is completed or cancelled. */
function PaymentOpen({ id }: { id: string }) {
  return (
    <EmptyState title={words.openPayment} more={words.openPaymentMore}>
      <ButtonLink to={pages.checkoutReturn(id)}>{words.toPayment}</ButtonLink>
    </EmptyState>
  )
}

function NothingToPay() {
  return (
    <EmptyState title={words.empty} more={words.emptyMore}>
      <ButtonLink to={`${pages.home}#${homeSections.coffees}`}>{words.toCoffee}</ButtonLink>
      <ButtonLink to={pages.cart} tone="quiet">
        {words.toCart}
      </ButtonLink>
    </EmptyState>
  )
}

function CheckoutSkeleton() {
  return (
    <div aria-busy="true" className="checkout">
      <p className="sr-only">{words.loading}</p>
      <div className="checkout-steps">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-80 w-full" />
      </div>
      <Skeleton className="h-96 w-full" />
    </div>
  )
}
