import { NotSignedIn, isNotSignedIn } from '#client/guests/not-signed-in.tsx'
import { ApiError } from '#client/lib/api.ts'
import { useParams } from '#client/lib/router.tsx'
import { ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
import type { PlacedCheckout } from '#contract/selling/checkout.ts'
import type { PaymentState } from '#contract/payments.ts'
import { pages } from '#contract/pages.ts'
import '../checkout.css'
import { LoadingOutcome } from './loading-outcome.tsx'
import { PaymentMessage } from './payment-message.tsx'
import { PlacedDetails } from './placed-details.tsx'
import { returnWords as words } from '../texts.ts'
import { usePayment } from './use-payment.ts'

/**
 * The page `/checkout/return/{paymentId}`, which says what became of a payment. It is shown after the checkout and when
 * the customer comes back from the gateway. It also works if the customer opens it again later.
 */
export function ReturnPage() {
  const { id = '' } = useParams()
  const { payment, placed, isWithoutCheckout, failed } = usePayment(id)
  const isReady = payment.data && (placed.data || isWithoutCheckout)
  return (
    <div className="page">
      <div className="checkout-return">
        {failed && <Failed query={failed} />}
        {!failed && !isReady && <LoadingOutcome />}
        {isReady && <Outcome id={id} payment={payment.data} placed={placed.data ?? null} />}
      </div>
    </div>
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
        <EmptyState title={words.missing} more={words.missingMore}>
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
        <PlacedDetails placed={placed} payment={payment} />
      )}
    </>
  )
}
