import type { QueryClient } from '@tanstack/react-query'
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#client/lib/api.ts'
import { showError, showInfo, showSuccess } from '#client/ui/toasts.tsx'
import type { OrderItem } from '#contract/cart.ts'
import { readPayProblem } from './pay-problem.ts'
import { fullPaymentOf, singlePaymentOf } from './pay-requests.ts'
import { payableItems } from './row-state.ts'
import { texts, words } from './texts.ts'
import { changeCart, refetchCart } from './use-cart.ts'

const PAYING = 'pay'
const ALL = [PAYING, 'all']

/** A payment that a button starts: one at a time, never repeated by itself. */
export type Payment = { pay: () => void; busy: boolean; blocked: boolean }

/** Pays one item at the price shown. Blocked while everything is being paid. */
export function usePayItem(item: OrderItem): Payment {
  const client = useQueryClient()
  const mutationKey = [PAYING, 'one', item._id]
  const { id, body } = singlePaymentOf(item)
  const { mutate } = useMutation({
    mutationKey,
    retry: false,
    mutationFn: () => api('PUT /singlePayment/{id}', { params: { id }, body }),
    onSuccess: (answer) =>
      tellOutcome(client, [item], { ...answer, paid: texts.paidToast, already: words.alreadyPaid }),
    onError: (error) => tellProblem(client, [item], error),
  })
  const busy = useIsMutating({ mutationKey }) > 0
  const blocked = useIsMutating({ mutationKey: ALL }) > 0
  const isFree = () => client.isMutating({ mutationKey }) + client.isMutating({ mutationKey: ALL }) === 0
  return { pay: () => isFree() && mutate(), busy, blocked }
}

/** Pays all that can be paid, at the prices and the total shown. Blocked while an item is being paid. */
export function usePayAll(email: string, items: OrderItem[]): Payment {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: ALL,
    retry: false,
    // What is in the cart when the answer comes may be more than what was wanted.
    mutationFn: (wanted: OrderItem[]) => api('POST /fullOrder', { body: fullPaymentOf(email, wanted) }),
    onSuccess: (answer, wanted) =>
      tellOutcome(client, wanted, { ...answer, paid: texts.paidAllToast, already: words.allAlreadyPaid }),
    onError: (error, wanted) => tellProblem(client, wanted, error),
  })
  const paying = useIsMutating({ mutationKey: [PAYING] })
  const busy = useIsMutating({ mutationKey: ALL }) > 0
  const isFree = () => client.isMutating({ mutationKey: [PAYING] }) === 0
  return { pay: () => isFree() && mutate(payableItems(items)), busy, blocked: paying > 0 && !busy }
}

/** What the shop answered to a payment, with the words for paid now and for paid by an earlier request. */
type PayAnswer = { acknowledged: boolean; alreadyPaid?: true; paid: string; already: string }

async function tellOutcome(
  client: QueryClient,
  items: OrderItem[],
  { acknowledged, alreadyPaid, paid, already }: PayAnswer,
): Promise<void> {
  if (!acknowledged) return tellChecking(client, items)
  if (alreadyPaid) showInfo(already)
  else showSuccess(paid)
  await markItems(client, items, { payment: 'OK' })
  void refetchCart(client, emailOf(items))
}

async function tellProblem(client: QueryClient, items: OrderItem[], error: unknown): Promise<void> {
  const problem = readPayProblem(error)
  if (problem.kind === 'checking') return tellChecking(client, items)
  showError(problem.text)
  await refetchCart(client, emailOf(items))
}

/** Rows say that they are being checked until the books, read every few seconds, know what became of them. */
async function tellChecking(client: QueryClient, items: OrderItem[]): Promise<void> {
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
