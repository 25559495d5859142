import { useLocation } from '#client/lib/router.tsx'
import type { OrderedProduct } from '#contract/orders.ts'
import { pages } from '#contract/pages.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { ProductName } from '../marks/marks.tsx'
import { words } from '../texts.ts'

/** The name of a product. If the line is in an order, it is a link to the page of the order. */
export function OrderLink({ item }: { item: OrderedProduct }) {
  const { search } = useLocation()
  if (item.orderId === undefined) return <ProductName item={item} />
  const state = { search, list: pages.dashboard }
  return (
    <PageLink to={pages.fullOrder(item.orderId)} state={state} className="link" title={words.openOrder}>
      <ProductName item={item} />
    </PageLink>
  )
}
