import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { NotSignedIn, isNotSignedIn } from '#client/guest/not-signed-in.tsx'
import { useSettledCart } from '#client/guest/open-payment.ts'
import { api, ApiError } from '#client/lib/api.ts'
import { useSession } from '#client/identity/session.tsx'
import { usePageState } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { useParams } from '#client/lib/router.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
import type { PlacedCheckout } from '#contract/selling/checkout.ts'
import type { PaymentState } from '#contract/payments.ts'
import { pages } from '#contract/pages.ts'
import { AddressLines } from './address-choice.tsx'
import './checkout.css'
import { forgetCheckout } from './kept-checkout.ts'
import { PaymentMessage } from './payment-message.tsx'
import { promiseText } from '#client/ui/receipt/promise-text.ts'
import { returnWords as words } from './texts.ts'
import { ToOrder } from './to-order.tsx'

/** The time between two requests for the payment while its outcome is unknown, in milliseconds. */
const CHECKING_INTERVAL = 2000

/**
 * The page `/checkout/return/{paymentId}`, which says what became of a payment. It is shown after the checkout and when
 * the customer comes back from the gateway. It also works if the customer opens it again later.
 */
export function ReturnPage() {
  const { id = '' } = useParams()
  const { payment, placed, isWithoutCheckout, failed } = usePayment(id)
  const isPlaced = useSettledCart(id, payment.data?.status)
  useEffect(() => {
    if (isPlaced) forgetCheckout()
  }, [isPlaced])
  const isReady = payment.data && (placed.data || isWithoutCheckout)
  return (
    <div className="page">
      <div className="checkout-return">
        {failed && <Failed query={failed} />}
        {!failed && !isReady && <Loading />}
        {isReady && <Outcome id={id} payment={payment.data} placed={placed.data ?? null} />}
      </div>
    </div>
  )
}

/** Loads the state of a payment, and what the customer agreed to. `failed` is the query that could not be loaded. */
function usePayment(id: string) {
  const payment = useQuery({
    ...callQuery('GET /payment/{id}', { params: { id } }),
    refetchInterval: ({ state }) =>
      ['checking', 'not-started'].includes(state.data?.status ?? '') ? CHECKING_INTERVAL : false,
  })
  const status = payment.data?.status
  const placed = useQuery({
    // The order gets its number when the payment succeeds, so the checkout is fetched again for each status.
    queryKey: ['GET /checkout/{id}', id, status],
    queryFn: ({ signal }) => api('GET /checkout/{id}', { params: { id } }, { signal }),
    enabled: status !== undefined,
    placeholderData: keepPreviousData,
  })
  // A shop without delivery methods has no checkout, but its payments lead to this page, too.
  const isWithoutCheckout = placed.error instanceof ApiError && placed.error.code === 'not-found'
  const failed = [payment, ...(isWithoutCheckout ? [] : [placed])].find(
    ({ isLoadingError }) => isLoadingError,
  )
  return { payment, placed, isWithoutCheckout, failed }
}

function Loading() {
  return (
    <>
      <PageTitle title={words.title} hidden />
      <Skeleton className="h-10 w-64 max-w-full" />
      <Skeleton className="h-64 w-full" />
    </>
  )
}

type FailedQuery = { error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }

function Failed({ query: { error, isFetching, refetch } }: { query: FailedQuery }) {
  if (isNotSignedIn(error))
    return (
      <>
        <PageTitle title={words.title} />
        <NotSignedIn />
      </>
    )
  if (error instanceof ApiError && error.code === 'not-found')
    return (
      <>
        <PageTitle title={words.title} />
        <EmptyState title={words.missing}>
          <p>{words.missingMore}</p>
          <ButtonLink to={pages.cart}>{words.toCart}</ButtonLink>
        </EmptyState>
      </>
    )
  return (
    <ErrorState
      whole
      title={words.failedToLoad}
      error={error}
      retrying={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

type OutcomeProps = {
  id: string
  payment: PaymentState
  /**
   * What the customer agreed to. Null if the shop had no delivery methods yet, so that it did not ask for an address.
   */
  placed: PlacedCheckout | null
}

/** The message is in a live region, because it changes while the customer waits for the outcome. */
function Outcome(props: OutcomeProps) {
  const { payment, placed } = props
  return (
    <>
      <div aria-live="polite" className="grid gap-4">
        <PaymentMessage {...props} />
      </div>
      {placed && !['not-started', 'failed'].includes(payment.status) && (
        <Details placed={placed} orderId={payment.orderId} />
      )}
    </>
  )
}

type DetailsProps = { placed: PlacedCheckout; orderId: string | undefined }

function Details({ placed: { checkout }, orderId }: DetailsProps) {
  const { method, promise, addressLines } = checkout
  const text = promiseText({ kind: method.kind, promise })
  return (
    <>
      {text && <p className="text-lg">{text}.</p>}
      <section className="grid gap-1">
        <h2 className="text-xl">{method.kind === 'pickup' ? words.pickUpAt : words.goesTo}</h2>
        <p>{method.kind === 'pickup' ? method.name : <AddressLines lines={addressLines} />}</p>
        {method.note && <p className="small whitespace-pre-line">{method.note}</p>}
      </section>
      <p className="cluster">
        <ButtonLink to={pages.home}>{words.home}</ButtonLink>
        <ToOrder orderId={orderId} tone="quiet" />
      </p>
      <Invitation />
    </>
  )
}

/** Only a shop that sends mails can find out whether an account belongs to the person who has ordered. */
function Invitation() {
  const { user } = useSession()
  const { sendsMail } = usePageState().settings
  if (user || !sendsMail) return null
  return (
    <p className="small">
      <PageLink to={pages.register} className="link">
        {words.signUp}
      </PageLink>{' '}
      {words.signUpMore}
    </p>
  )
}
