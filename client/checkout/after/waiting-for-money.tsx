import { useQuery } from '@tanstack/react-query'
import { useCurrency } from '#client/lib/page-state.ts'
import { callQuery } from '#client/lib/query.ts'
import { PageTitle } from '#client/ui/page-title.tsx'
import { HowToPay } from '#client/ui/receipt/how-to-pay.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { PlacedCheckout } from '#contract/selling/checkout.ts'
import { formatPrice } from '#contract/values/money.ts'
import { returnWords as words } from '../texts.ts'
import { ToOrder } from './to-order.tsx'

type WaitingProps = { placed: PlacedCheckout | null; orderId: string | undefined }

/** The order waits for its payment. How to pay it is part of its receipt. */
export function WaitingForMoney({ placed, orderId = '' }: WaitingProps) {
  const { data, isLoading } = useQuery({
    ...callQuery('GET /myOrder/{id}', { params: { id: orderId } }),
    enabled: orderId !== '',
  })
  const currency = useCurrency()
  return (
    <>
      <PageTitle title={words.waiting} />
      {isLoading ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <p className="text-lg">
          {data ? words.waitingMore(data.number, formatPrice(data.total, currency)) : words.waitingPlain}
        </p>
      )}
      <HowToPay transfer={data?.transfer} note={data?.payLaterNote} />
      {!placed && (
        <p>
          <ToOrder orderId={orderId === '' ? undefined : orderId} />
        </p>
      )}
    </>
  )
}
