import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { OrderDetails, PackedOrder } from '#contract/orders/order-details.ts'
import { pages } from '#contract/pages.ts'
import { api } from '#client/lib/api.ts'
import { PrintedPage } from '#client/orders/printed-page.tsx'
import { ConfirmButton } from '#client/ui/confirm-dialog.tsx'
import { PageLink } from '#client/ui/page-link.tsx'
import { showError, showSuccess } from '#client/ui/toasts.tsx'
import { reasonOf } from '../delivery/move-items.ts'
import { refreshTopic } from '../events/admin-events.ts'
import { AddressLabel, Slip } from './order-sheets.tsx'
import { words } from './texts.ts'

type OrderToPack = OrderDetails | PackedOrder

/** The number of slips that are printed at once. The others are on the page when these orders are packed. */
const MAX_SLIPS = 50

const SLIPS = ['packing slips']

/**
 * The oldest orders to pack, with those that are packed and not sent if wanted, but for those with a mark, such as a
 * withdrawal. They are not refreshed while the page is open, so that exactly the orders that were printed are marked as
 * packed.
 */
const slipsQuery = (withPacked: boolean) =>
  queryOptions({
    queryKey: [...SLIPS, withPacked],
    queryFn: async ({ signal }) => {
      const { lines, onTheWay } = await api('GET /pickList', undefined, { signal })
      const packed = withPacked ? onTheWay.filter(({ state }) => state === 'packed') : []
      const unmarked = [...lines.flatMap(({ orders }) => orders), ...packed].filter(({ marks }) => !marks)
      const byNumber = new Map(unmarked.map(({ number, _id }) => [number, _id]))
      const oldest = [...byNumber].toSorted(([a], [b]) => a - b).slice(0, MAX_SLIPS)
      return Promise.all(oldest.map(([, id]) => api('GET /order/{id}', { params: { id } }, { signal })))
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The page `/dashboard/picklist/slips`: the packing slips of all orders to pack, each on a sheet of its own. */
export function PackingSlipsPage() {
  return (
    <AllSheets title={words.slips} lead={words.slipsLead} sheet={Slip} areLabels={false}>
      {(orders) => <PackAll orders={orders.filter(({ state }) => state === 'paid')} />}
    </AllSheets>
  )
}

/** The page `/dashboard/picklist/labels`: the addresses of all parcels to pack or to send, each on a label of its own. */
export function AddressLabelsPage() {
  return <AllSheets title={words.labels} lead={words.labelsLead} sheet={AddressLabel} areLabels />
}

type AllSheetsProps = {
  title: string
  lead: string
  sheet: ComponentType<{ order: OrderToPack }>
  /** Labels are for parcels only, and also for those that are packed and not sent yet. */
  areLabels: boolean
  children?: (orders: OrderToPack[]) => ReactNode
}

function AllSheets({ title, lead, sheet: Sheet, areLabels, children }: AllSheetsProps) {
  const nothing = areLabels ? words.nothingToSend : words.nothing
  const select = (orders: OrderToPack[]) => orders.filter(({ checkout }) => !areLabels || checkout?.address)
  const query = useQuery({ ...slipsQuery(areLabels), select })
  return (
    <PrintedPage
      title={title}
      heading={() => title}
      query={query}
      isEmpty={query.data?.length === 0}
      back={
        <PageLink to={pages.pickList} className="link icon-text">
          {words.backToList}
        </PageLink>
      }
    >
      {(orders) => (
        <>
          <p className="not-printed mb-4">{orders.length > 0 ? lead : nothing}</p>
          {children?.(orders)}
          <div className="slips">
            {orders.map((order) => (
              <Sheet key={order._id} order={order} />
            ))}
          </div>
        </>
      )}
    </PrintedPage>
  )
}

/** The button that marks these orders as packed, after a question. Each is moved by itself, so one can be refused. */
function PackAll({ orders }: { orders: OrderToPack[] }) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const body = { from: 'paid', to: 'packed' } as const
      const moves = orders.map(({ _id: id }) => api('PUT /order/{id}/state', { params: { id }, body }))
      return Promise.allSettled(moves)
    },
    onSuccess: async (moves) => {
      const refused = moves.find((move) => move.status === 'rejected')
      const packed = moves.filter(({ status }) => status === 'fulfilled').length
      if (refused) showError(words.packedSome(packed, orders.length, reasonOf(refused.reason)))
      else showSuccess(words.packed(packed))
      await Promise.all([client.invalidateQueries({ queryKey: SLIPS }), refreshTopic(client, 'orders')])
    },
  })
  if (orders.length === 0) return null
  return (
    <div className="not-printed mb-4">
      <ConfirmButton
        busy={isPending}
        busyText={words.packing}
        question={{
          title: words.packTitle(orders.length),
          more: words.packMore,
          confirm: words.packYes,
          tone: 'primary',
        }}
        onConfirm={mutate}
      >
        {words.packAll(orders.length)}
      </ConfirmButton>
    </div>
  )
}
