import { useInfiniteQuery } from '@tanstack/react-query'
import type { OwnDebit, OwnOrder } from '#contract/orders/own-orders.ts'
import { homeSections, pages } from '#contract/pages.ts'
import { dayText } from '#contract/values/dates/date-texts.ts'
import { formatPrice } from '#contract/values/money.ts'
import { api } from '#client/lib/api.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { useShopperEvents } from '#client/lib/use-shopper-events.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, LoadError } from '#client/ui/states.tsx'
import { AccountLayout } from './account-layout.tsx'
import { OwnOrderCard } from './own-order-card.tsx'
import { words } from './texts.ts'

/** The page `/account`: the orders of the signed-in customer. */
export function AccountPage() {
  useShopperEvents()
  const list = useOwnOrders()
  const orders = list.data?.pages.flatMap((page) => page.orders)
  return (
    <AccountLayout title={words.title}>
      <p className="mb-8">{words.lead}</p>
      {list.data?.pages[0]?.onTheWay && <OnTheWay debits={list.data.pages[0].onTheWay} />}
      {orders && <Orders orders={orders} />}
      {list.hasNextPage && (
        <p className="mt-6 text-center">
          <Button
            tone="quiet"
            busy={list.isFetchingNextPage}
            busyText={words.loadingOlder}
            onClick={() => void list.fetchNextPage()}
          >
            {words.older}
          </Button>
        </p>
      )}
      {list.isPending && <Loading />}
      {(list.isLoadingError || list.isFetchNextPageError) && <LoadError title={words.failed} query={list} />}
    </AccountLayout>
  )
}

function useOwnOrders() {
  return useInfiniteQuery({
    queryKey: ['GET /myOrders'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /myOrders', { query: pageParam === null ? {} : { before: pageParam } }, { signal }),
    initialPageParam: null as string | null, // cast: without it the type would be only null
    getNextPageParam: ({ orders, isLast }) => (isLast ? null : (orders.at(-1)?._id ?? null)),
  })
}

/** Says which payments the bank is moving. Their orders are placed when the money has arrived. */
function OnTheWay({ debits }: { debits: OwnDebit[] }) {
  const currency = useCurrency()
  return (
    <ul className="own-debits" aria-label={words.onTheWay}>
      {debits.map(({ _id, amount, at }) => (
        <li key={_id} className="panel">
          <p className="text-lg">{words.debitOnTheWay(formatPrice(amount, currency), dayText(at))}</p>
          <p>{words.debitMore}</p>
        </li>
      ))}
    </ul>
  )
}

function Orders({ orders }: { orders: OwnOrder[] }) {
  if (orders.length > 0)
    return (
      <ul className="own-orders">
        {orders.map((order) => (
          <li key={order._id}>
            <OwnOrderCard order={order} />
          </li>
        ))}
      </ul>
    )
  return (
    <EmptyState title={words.empty}>
      <p>{words.emptyMore}</p>
      <ButtonLink to={`${pages.home}#${homeSections.coffees}`}>{words.toCoffee}</ButtonLink>
    </EmptyState>
  )
}

function Loading() {
  return (
    <div className="own-orders" role="status" aria-label={words.loading}>
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  )
}
