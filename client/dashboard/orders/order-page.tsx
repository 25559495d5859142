import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from '#client/lib/router.tsx'
import type { FullOrder } from '#contract/orders.ts'
import type { LiveTopic } from '#contract/values/live.ts'
import { pages } from '#contract/pages.ts'
import { ApiError } from '#client/lib/api.ts'
import { callQuery } from '#client/lib/query.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { Icon } from '#client/ui/picture.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CardSkeletons } from '#client/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#client/ui/states.tsx'
import { useLive } from '../live/use-live.ts'
import { texts, words } from '../texts.ts'
import { OrderDetails } from './order-details.tsx'

const TOPICS: readonly LiveTopic[] = ['orders']

/** The page `/dashboard/{id}`: one order, with one item or several that were paid with one payment. */
export function OrderPage() {
  const { id = '' } = useParams()
  const order = useQuery(callQuery('GET /order/{id}', { params: { id } }))
  useLive(TOPICS, () => void order.refetch())
  return (
    <>
      <GoBack />
      <PageTitle title={words.orderTitle}>{order.data && <Owner order={order.data} />}</PageTitle>
      {order.data && <OrderDetails order={order.data} />}
      {order.isPending && <Loading />}
      {order.isLoadingError && (
        <div className="mt-6">
          <Failed error={order.error} onRetry={() => void order.refetch()} />
        </div>
      )}
    </>
  )
}

function Owner({ order }: { order: FullOrder }) {
  return (
    <>
      {order.email} <span className="customer">{order.customer}</span>
    </>
  )
}

function GoBack() {
  const { state } = useLocation()
  return (
    <PageLink to={listIn(state) + searchIn(state)} className="link icon-text">
      <Icon
        path="M12 4l-6 6 6 6"
        viewBox="0 0 20 20"
        strokeLinecap="butt"
        strokeLinejoin="miter"
        className="w-4"
      />
      {texts.goBack}
    </PageLink>
  )
}

/** Returns the path of the list from which the user came. */
function listIn(state: unknown): string {
  const isFromProducts =
    typeof state === 'object' && state !== null && 'list' in state && state.list === pages.dashboard
  return isFromProducts ? pages.dashboard : pages.fullOrders
}

/** Returns the URL query with the filters of the list from which the user came, or an empty string. */
function searchIn(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('search' in state)) return ''
  return typeof state.search === 'string' && state.search.startsWith('?') ? state.search : ''
}

function Loading() {
  return (
    <div className="order-items" role="status" aria-label={words.loading}>
      <CardSkeletons count={3} />
    </div>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState title={words.orderMissing}>
        <p>{words.orderMissingMore}</p>
      </EmptyState>
    )
  }
  return <ErrorState title={words.orderFailed} error={error} onRetry={onRetry} />
}
