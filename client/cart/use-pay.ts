import type { QueryClient } from '@tanstack/react-query'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import type { ApiError } from '#client/lib/api.ts'
import { showError, showInfo, showSuccess } from '#client/ui/toasts.tsx'
import type { OrderItem } from '#contract/cart.ts'
import type { FullPayment } from '#contract/payments.ts'
import { payableItems, priceToPay, totalToPay } from './row-state.ts'
import { texts, words } from './texts.ts'
import { changeCart, refetchCart } from './use-cart.ts'

const PAYING = 'pay'
const ALL = [PAYING, 'all']

/** A payment that a button starts. A second payment cannot start while one is in flight, and none is retried. */
export type Payment = { pay: () => void; busy: boolean; blocked: boolean }

/** Pays one item at the price shown. Blocked while the whole cart is being paid. */
export function usePayItem(item: OrderItem): Payment {
  const client = useQueryClient()
  const mutationKey = [PAYING, 'one', item._id]
  const { mutate } = useMutation({
    mutationKey,
    retry: false,
    mutationFn: () =>
      api('PUT /singlePayment/{id}', { params: { id: item._id }, body: { price: priceToPay(item) } }),
    onSuccess: (response) =>
      showResponse(client, [item], { ...response, paid: texts.paidToast, already: words.alreadyPaid }),
    onError: (error) => showProblem(client, [item], error),
  })
  const busy = useIsMutating({ mutationKey }) > 0
  const blocked = useIsMutating({ mutationKey: ALL }) > 0
  const isFree = () => client.isMutating({ mutationKey }) + client.isMutating({ mutationKey: ALL }) === 0
  return { pay: () => isFree() && mutate(), busy, blocked }
}

/** Pays all payable items at the prices and the total shown. Blocked while a single item is being paid. */
export function usePayAll(email: string, items: OrderItem[]): Payment {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: ALL,
    retry: false,
    // The items are variables of the mutation, because the cart may have changed when the response arrives.
    mutationFn: (wanted: OrderItem[]) => api('POST /fullOrder', { body: fullPaymentOf(email, wanted) }),
    onSuccess: (response, wanted) =>
      showResponse(client, wanted, { ...response, paid: texts.paidAllToast, already: words.allAlreadyPaid }),
    onError: (error, wanted) => showProblem(client, wanted, error),
  })
  const paying = useIsMutating({ mutationKey: [PAYING] })
  const busy = useIsMutating({ mutationKey: ALL }) > 0
  const isFree = () => client.isMutating({ mutationKey: [PAYING] }) === 0
  return { pay: () => isFree() && mutate(payableItems(items)), busy, blocked: paying > 0 && !busy }
}

/** The body of the request: all payable items, with the prices and the total that the person sees. */
export function fullPaymentOf(email: string, items: OrderItem[]): FullPayment {
  return { email, items: payableItems(items).map(shownItem), total: totalToPay(items), payment: 'OK' }
}

function shownItem(item: OrderItem): FullPayment['items'][number] {
  const { _id, email, customer, productName, img, ratting } = item
  return { _id, email, customer, productName, img, price: priceToPay(item), ratting }
}

/**
 * The shop's response. `paid` is the toast if the items were paid now, and `already` if an earlier request had paid
 * them.
 */
type PayResponse = { acknowledged: boolean; alreadyPaid?: true; paid: string; already: string }

async function showResponse(
  client: QueryClient,
  items: OrderItem[],
  { acknowledged, alreadyPaid, paid, already }: PayResponse,
): Promise<void> {
  if (!acknowledged) return showChecking(client, items)
  if (alreadyPaid) showInfo(already)
  else showSuccess(paid)
  await markItems(client, items, { payment: 'OK' })
  void refetchCart(client, emailOf(items))
}

async function showProblem(client: QueryClient, items: OrderItem[], error: unknown): Promise<void> {
  const problem = readPayProblem(error)
  if (problem.kind === 'checking') return showChecking(client, items)
  showError(problem.text)
  await refetchCart(client, emailOf(items))
}

/** Marks the items as being checked. The cart is then read every few seconds until the shop knows the result. */
async function showChecking(client: QueryClient, items: OrderItem[]): Promise<void> {
  showInfo(words.checkingPayment)
  await markItems(client, items, { checking: true })
}

function markItems(
  client: QueryClient,
  marked: OrderItem[],
  mark: Pick<OrderItem, 'payment' | 'checking'>,
): Promise<void> {
  const ids = new Set(marked.map(({ _id }) => _id))
  return changeCart(client, emailOf(marked), (items) =>
    items.map((item) => (ids.has(item._id) ? { ...item, ...mark } : item)),
  )
}

function emailOf(items: OrderItem[]): string {
  return items[0]?.email ?? ''
}

/** A payment that failed: either its result is not known yet, or the shop refused it and charged nothing. */
export type PayProblem = { kind: 'checking' } | { kind: 'refused'; text: string }

/**
 * Classifies the error of a payment call. Only a refusal means that nothing was charged. After a time-out, a lost
 * connection or a server error the payment may have gone through, so it is being checked.
 */
export function readPayProblem(error: unknown): PayProblem {
  if (!isRefusal(error) || error.code === 'being-paid') return { kind: 'checking' }
  return { kind: 'refused', text: refusalText(error) }
}

/** The `detail` of these problems names the product. */
const NAMED = ['price-changed', 'product-removed']

function refusalText(error: ApiError): string {
  const { detail, total } = error.body ?? {}
  if (NAMED.includes(error.code) && detail) return words.refused(detail)
  if (error.code === 'total-changed' && total) return words.totalChanged(total)
  return errorText(error)
}
