import type { QueryClient } from '@tanstack/react-query'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { detailWithProduct, findChange, mayBeChange } from '#client/checkout/cart-changes.ts'
import { api, errorText, isRefusal } from '#client/lib/api.ts'
import type { ApiError } from '#client/lib/api.ts'
import { useCurrency } from '#client/lib/page-state.ts'
import { showError, showInfo, showSuccess } from '#client/ui/toasts.tsx'
import type { OrderItem } from '#contract/cart.ts'
import type { FullPayment } from '#contract/payments.ts'
import { formatPrice } from '#contract/values/money.ts'
import { payableItems, priceToPay, totalToPay } from './row-state.ts'
import { specTexts, words } from './texts.ts'
import { cachedCart, changeCart, refetchCart } from './use-cart.ts'

const PAYING = 'pay'
const ALL = [PAYING, 'all']

/**
 * A payment that starts when `pay` is called. `busy` is true while the payment is in flight. `blocked` is true while
 * another payment makes this payment impossible. Failed payments are not retried automatically.
 */
export type Payment = { pay: () => void; busy: boolean; blocked: boolean }

/**
 * Returns the payment of one item at the price that the page shows. `blocked` is true while the whole cart is being paid.
 */
export function usePayItem(item: OrderItem): Payment {
  const client = useQueryClient()
  const currency = useCurrency()
  const mutationKey = [PAYING, 'one', item._id]
  const { mutate } = useMutation({
    mutationKey,
    retry: false,
    mutationFn: () =>
      api('PUT /singlePayment/{id}', { params: { id: item._id }, body: { price: priceToPay(item) } }),
    onSuccess: (response) =>
      showResponse(client, [item], { ...response, paid: specTexts.paidToast, already: words.alreadyPaid }),
    onError: (error) => showProblem(client, [item], { error, currency }),
  })
  const busy = useIsMutating({ mutationKey }) > 0
  const blocked = useIsMutating({ mutationKey: ALL }) > 0
  const isFree = () => client.isMutating({ mutationKey }) + client.isMutating({ mutationKey: ALL }) === 0
  const pay = () => isFree() && mutate()
  return { pay, busy, blocked }
}

/**
 * Returns the payment of all items of the cart that can be paid, at the prices and the total that the page shows.
 * `blocked` is true while a single item is being paid.
 */
export function usePayAll(email: string, items: OrderItem[]): Payment {
  const client = useQueryClient()
  const currency = useCurrency()
  const { mutate } = useMutation({
    mutationKey: ALL,
    retry: false,
    // The items are passed as variables of the mutation. `onSuccess` and `onError` get the same items, even if the
    // cart has changed when the response arrives.
    mutationFn: (wanted: OrderItem[]) =>
      api('POST /fullOrder', { body: fullPaymentOf({ email, currency }, wanted) }),
    onSuccess: (response, wanted) =>
      showResponse(client, wanted, {
        ...response,
        paid: specTexts.paidAllToast,
        already: words.allAlreadyPaid,
      }),
    onError: (error, wanted) => showProblem(client, wanted, { error, currency }),
  })
  const paying = useIsMutating({ mutationKey: [PAYING] })
  const busy = useIsMutating({ mutationKey: ALL }) > 0
  const isFree = () => client.isMutating({ mutationKey: [PAYING] }) === 0
  const pay = () => isFree() && mutate(payableItems(items))
  return { pay, busy, blocked: paying > 0 && !busy }
}

/**
 * Returns the body of the request that pays for the cart: all items that can be paid, with the prices and the total
 * that the page shows.
 */
export function fullPaymentOf(
  { email, currency }: { email: string; currency: string },
  items: OrderItem[],
): FullPayment {
  const total = totalToPay(items, currency)
  return { email, items: payableItems(items).map(shownItem), total, payment: 'OK' }
}

function shownItem(item: OrderItem): FullPayment['items'][number] {
  const { _id, email, customer, productName, img, ratting } = item
  return { _id, email, customer, productName, img, price: priceToPay(item), ratting }
}

/**
 * The server's response to a payment, and the texts of two toasts. `acknowledged` is false if the result of the
 * payment is not known yet. `paid` is shown if this request paid for the items, and `already` if an earlier request had
 * paid for them.
 */
type PayResponse = {
  acknowledged: boolean
  alreadyPaid?: true
  paid: string
  already: string
}

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

async function showProblem(
  client: QueryClient,
  items: OrderItem[],
  { error, currency }: { error: unknown; currency: string },
): Promise<void> {
  const refusal = whyRefused(error, currency)
  if (refusal === null) return showChecking(client, items)
  const email = emailOf(items)
  if (!mayBeChange(error)) showError(refusal)
  await refetchCart(client, email)
  if (mayBeChange(error)) showError(findChange(items, cachedCart(client, email))?.text ?? refusal)
}

/**
 * Marks the items in the cached cart as being checked. The cart is then fetched every few seconds until the server
 * knows the result of the payment.
 */
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

/**
 * Returns why the server has refused a payment, so that nothing was charged. Returns null if the outcome is not known, so
 * that the customer may have been charged: after a time-out, a lost connection or a server error, and if another payment of
 * the items is in flight.
 */
export function whyRefused(error: unknown, currency: string): string | null {
  return isRefusal(error) && error.code !== 'being-paid' ? refusalText(error, currency) : null
}

function refusalText(error: ApiError, currency: string): string {
  const detail = detailWithProduct(error)
  if (detail) return words.refused(detail)
  const total = error.body?.total
  if (error.code === 'total-changed' && total) return words.totalChanged(formatPrice(total, currency))
  return errorText(error)
}
