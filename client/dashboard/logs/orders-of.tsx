import { useQuery } from '@tanstack/react-query'
import { useCurrency } from '#client/lib/page-state.ts'
import { useMayOpen } from '#client/identity/staff-path.ts'
import { errorText } from '#client/lib/api-error.ts'
import { callQuery } from '#client/lib/query.ts'
import { PageLink } from '#client/ui/page-link.tsx'
import { pages } from '#contract/pages.ts'
import { formatPrice } from '#contract/values/money.ts'
import { orderStateText } from '#contract/values/states.ts'
import { words } from './texts.ts'

/** The newest orders with the address of the sender, which anyone can type into the contact form. Packers do not see them. */
export function OrdersOf({ email }: { email: string }) {
  const currency = useCurrency()
  const enabled = useMayOpen()(pages.fullOrders)
  const address = email.trim().toLowerCase()
  // The filter also finds addresses that only begin like this one.
  const { data, error } = useQuery({
    ...callQuery('GET /fullProducts', { query: { email: address, limit: '100' } }),
    enabled,
  })
  const orders = data?.filter((order) => order.email === address)
  if (!enabled) return null
  return (
    <section aria-busy={!orders && !error}>
      <h3>{words.theirOrders}</h3>
      {orders?.length === 0 && <p className="small">{words.noOrders}</p>}
      {error && <p className="small">{errorText(error)}</p>}
      <ul>
        {orders?.map(({ _id, number, total, ...order }) => (
          <li key={_id}>
            <PageLink to={pages.fullOrder(_id)} className="link">
              {words.order(number, orderStateText(order), formatPrice(total, currency))}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
