import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, ApiError } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { useParams } from '#client/lib/router.tsx'
import { buttonClasses, ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
import type { PlacedCheckout } from '#contract/selling/checkout.ts'
import { pages } from '#contract/pages.ts'
import { formatMoney } from '#contract/values/money.ts'
import { AddressLines } from './address-choice.tsx'
import './checkout.css'
import { promiseText } from './promise-text.ts'
import { returnWords as words } from './texts.ts'

/** How often the payment is fetched while its outcome is unknown, in milliseconds. */
const CHECKING_INTERVAL = 2000

/**
 * The page `/checkout/return/{paymentId}`, which says what became of a payment. It is shown after the checkout and when the
 * customer comes back from the gateway. It also works if the customer opens it again later.
 */
export function ReturnPage() {
  const { id = '' } = useParams()
  const payment = useQuery({
    ...callQuery('GET /payment/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'checking' ? CHECKING_INTERVAL : false),
  })
  const status = payment.data?.status
  const placed = useQuery({
    // The order gets its number when the payment succeeds, so the checkout is fetched again for each status.
    queryKey: ['GET /checkout/{id}', id, status],
    queryFn: ({ signal }) => api('GET /checkout/{id}', { params: { id } }, { signal }),
    enabled: status !== undefined,
    placeholderData: keepPreviousData,
  })
  const failed = [payment, placed].find(({ isLoadingError }) => isLoadingError)
  return (
    <div className="page">
      <div className="checkout-return">
        {failed && <Failed query={failed} />}
        {!failed && (!payment.data || !placed.data) && <Loading />}
        {payment.data && placed.data && <Outcome payment={payment.data} placed={placed.data} />}
      </div>
    </div>
  )
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
  payment: { status: 'paid' | 'waiting' | 'checking' | 'failed'; reason?: string; url?: string }
  placed: PlacedCheckout
}

/** The heading is announced when it changes, because the page changes while the customer waits. */
function Outcome({ payment, placed }: OutcomeProps) {
  return (
    <>
      <div aria-live="polite" className="grid gap-4">
        <Message payment={payment} placed={placed} />
      </div>
      {payment.status !== 'failed' && <Details placed={placed} />}
    </>
  )
}

function Message({ payment: { status, reason, url }, placed }: OutcomeProps) {
  const { number, checkout, payLaterNote } = placed
  switch (status) {
    case 'paid':
      return (
        <>
          <PageTitle title={words.paid} />
          <p className="text-lg">{words.paidMore(number)}</p>
        </>
      )
    case 'waiting':
      return (
        <>
          <PageTitle title={words.waiting} />
          <p className="text-lg">
            {words.waitingMore(number, formatMoney(checkout.total, checkout.currency))}
          </p>
          {payLaterNote && <HowToPay note={payLaterNote} />}
        </>
      )
    case 'checking':
      return (
        <>
          <PageTitle title={words.checking} />
          <p>{words.checkingMore}</p>
          {url && (
            <p>
              <a href={url} className={buttonClasses('primary')}>
                {words.goOn}
              </a>
            </p>
          )}
        </>
      )
    case 'failed':
      return (
        <>
          <PageTitle title={words.notPaid} />
          <p>{[reason, words.notPaidMore].filter(Boolean).join(' ')}</p>
          <p>
            <ButtonLink to={pages.checkout}>{words.again}</ButtonLink>
          </p>
        </>
      )
  }
}

function HowToPay({ note }: { note: string }) {
  return (
    <section className="panel grid gap-2">
      <h2 className="text-xl">{words.howToPay}</h2>
      <p className="whitespace-pre-line">{note}</p>
    </section>
  )
}

function Details({ placed: { checkout, addressLines } }: { placed: PlacedCheckout }) {
  const { method, promise } = checkout
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
        <ButtonLink to={pages.cart} tone="quiet">
          {words.toCart}
        </ButtonLink>
      </p>
    </>
  )
}
