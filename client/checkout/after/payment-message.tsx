import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useSession } from '#client/identity/session.tsx'
import { api, errorText } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { Button, buttonClasses, ButtonLink } from '#client/ui/button.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { showError, showInfo } from '#client/ui/toasts.tsx'
import type { PaymentState } from '#contract/payments.ts'
import type { PlacedCheckout } from '#contract/selling/checkout.ts'
import { pages } from '#contract/pages.ts'
import { returnWords as words } from '../texts.ts'
import { ToOrder } from './to-order.tsx'
import { WaitingForMoney } from './waiting-for-money.tsx'

type PaymentMessageProps = { id: string; payment: PaymentState; placed: PlacedCheckout | null }

/** Says what became of a payment, and what the customer can do now. */
export function PaymentMessage({ id, payment, placed }: PaymentMessageProps) {
  const { status, reason, url, orderId } = payment
  const number = placed?.number ?? null
  switch (status) {
    case 'paid':
      return (
        <>
          <PageTitle title={words.paid} />
          <p className="text-lg">{words.paidMore(number)}</p>
        </>
      )
    case 'waiting':
      return <WaitingForMoney placed={placed} orderId={orderId} />
    case 'checking':
      return <Checking id={id} url={url} />
    case 'not-started':
      return <NotStarted id={id} />
    case 'failed':
      if (number !== null) return <Cancelled number={number} orderId={orderId} />
      return <NotPaid reason={reason} isGift={placed?.checkout.gift !== undefined} />
  }
}

/** The customer is at the page `url`, or has completed it, and the bank has not decided yet. */
function Checking({ id, url }: { id: string; url: string | undefined }) {
  const { user } = useSession()
  return (
    <>
      <PageTitle title={words.checking} />
      <p>{url ? words.openMore : words.checkingMore(user !== null)}</p>
      {url && (
        <p className="cluster">
          <a href={url} className={buttonClasses('primary')}>
            {words.goOn}
          </a>
          <CancelButton id={id} />
        </p>
      )}
    </>
  )
}

/**
 * The payment service has no page yet on which the customer could pay. As soon as it has one, the return page shows it,
 * because it asks again and again.
 */
function NotStarted({ id }: { id: string }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      client.fetchQuery({ ...callQuery('GET /payment/{id}', { params: { id } }), staleTime: 0 }),
    onSuccess: ({ status, url }) => {
      if (url) location.assign(url)
      else if (status === 'not-started') showInfo(words.stillNotStarted)
    },
    onError: (error) => showError(errorText(error)),
  })
  return (
    <>
      <PageTitle title={words.notStarted} />
      <p>{words.notStartedMore}</p>
      <p className="cluster">
        <Button tone="primary" busy={isPending} busyText={words.trying} onClick={() => mutate()}>
          {words.tryAgain}
        </Button>
        <CancelButton id={id} />
      </p>
    </>
  )
}

/** A gift is not in the cart. */
function NotPaid({ reason, isGift }: { reason: string | undefined; isGift: boolean }) {
  return (
    <>
      <PageTitle title={words.notPaid} />
      <p>{[reason, words.notPaidMore(isGift)].filter(Boolean).join(' ')}</p>
      <p>
        <ButtonLink to={isGift ? pages.home : pages.checkout}>{isGift ? words.home : words.again}</ButtonLink>
      </p>
    </>
  )
}

/** Only an order that was to be paid later has a number without a payment. The shop has cancelled it. */
function Cancelled({ number, orderId }: { number: number; orderId: string | undefined }) {
  return (
    <>
      <PageTitle title={words.cancelled} />
      <p className="text-lg">{words.cancelledMore(number)}</p>
      <p>
        <ToOrder orderId={orderId} />
      </p>
    </>
  )
}

/**
 * The button that cancels a payment that the customer has not completed. After that, the customer can change the
 * items and start a new payment.
 */
function CancelButton({ id }: { id: string }) {
  const client = useQueryClient()
  const { queryKey } = callQuery('GET /payment/{id}', { params: { id } })
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('DELETE /payment/{id}', { params: { id } }),
    onSuccess: (state) => client.setQueryData(queryKey, state),
    onError: (error) => showError(errorText(error)),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey }),
        client.invalidateQueries({ queryKey: ['GET /myCarts'] }),
      ]),
  })
  return (
    <Button tone="quiet" busy={isPending} busyText={words.cancelling} onClick={() => mutate()}>
      {words.cancel}
    </Button>
  )
}
