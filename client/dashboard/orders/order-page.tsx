import { useQuery } from '@tanstack/react-query'
import { useMayOpen } from '#client/identity/staff-path.ts'
import { useLocation, useParams } from '#client/lib/router.tsx'
import { pages } from '#contract/pages.ts'
import { callQuery } from '#client/lib/query.ts'
import { OrderLoadError } from '#client/orders/order-load-error.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { BackArrow } from '#client/ui/picture.tsx'
import { PageTitle } from '#client/ui/page-title.tsx'
import { CardSkeletons } from '#client/ui/skeleton.tsx'
import { ordersFor } from '../layout/side-menu.tsx'
import { specTexts } from '../texts.ts'
import { OrderDetails } from './order-details.tsx'
import { words } from './texts.ts'

/** The page `/dashboard/{id}`: one order, with one item or several that were paid with one payment. */
export function OrderPage() {
  const { id = '' } = useParams()
  const order = useQuery(callQuery('GET /order/{id}', { params: { id } }))
  const { data } = order
  return (
    <>
      <GoBack />
      <PageTitle title={words.title}>
        {data && (
          <>
            {'email' in data && `${data.email} `}
            <span className="customer">
              {data.customer} · {words.number(data.number)}
            </span>
          </>
        )}
      </PageTitle>
      {data && <OrderDetails order={data} />}
      {order.isPending && (
        <div className="order-items" role="status" aria-label={words.loading}>
          <CardSkeletons count={3} />
        </div>
      )}
      {order.isLoadingError && (
        <div className="mt-6">
          <OrderLoadError query={order} />
        </div>
      )}
    </>
  )
}

/** A link to the list from which the user came, with its filters. */
function GoBack() {
  // cast: the links to this page set the state, but the history may have any other
  const state = useLocation().state as { list?: unknown; search?: unknown } | null
  const mayOpen = useMayOpen()
  const list =
    state?.list === pages.dashboard && mayOpen(pages.dashboard) ? pages.dashboard : ordersFor(mayOpen)
  const search = String(state?.search ?? '')
  return (
    <PageLink to={search.startsWith('?') ? list + search : list} className="link icon-text">
      <BackArrow />
      {specTexts.goBack}
    </PageLink>
  )
}
